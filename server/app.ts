import { join } from 'node:path'
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { backupsOf, type Config } from './config.ts'
import { isAnswering, isStalled, type Database } from './db/connect.ts'
import { openReplicas } from './db/replicas/replicas.ts'
import { createOriginReader, parseTrustProxy } from './http/server/request-origin.ts'
import { api } from './http/routing/api.ts'
import type { Identity } from './http/session/identify.ts'
import { readRequestTargets } from './http/server/request-target.ts'
import { assets } from './http/pages/assets.ts'
import { createResponseCache } from './http/cache/response-cache.ts'
import { watchCatalogVersion } from './http/cache/catalog-version.ts'
import { docs } from './http/docs/docs.ts'
import { answerBrokenConnection, answerUnknown, answerWithError } from './http/server/error-handler.ts'
import { createFastPath, inSequence } from './http/cache/fast-path.ts'
import { health } from './http/server/health.ts'
import { requireKnownHost } from './http/server/known-host.ts'
import { logAnswer } from './http/server/logged-path.ts'
import { metrics, type WorkerMetrics } from './http/server/metrics.ts'
import { closeIdleConnections, createNodeServer, nextRequestId } from './http/server/node-server.ts'
import { criticalStyles } from './http/pages/critical-styles.ts'
import { pages } from './http/pages/pages.ts'
import { loadPages, type DevelopmentPages, type Pages } from './http/pages/page-renderer.ts'
import { ownAddresses } from './http/server/own-addresses.ts'
import { countInDatabase, createLimits } from './http/limits/rate-limit.ts'
import { createRenderBudget } from './http/limits/render-budget.ts'
import { countInRedis } from './http/limits/redis-counter.ts'
import type { Route } from './http/route.ts'
import type { Services } from './http/services.ts'
import { tokenSigner } from './platform/display-token.ts'
import { keyedHash } from './platform/keyed-hash.ts'
import { siteFiles } from './http/pages/site-files.ts'
import { streamedFiles } from './http/files/streamed-files.ts'
import { uploads } from './http/pages/uploads.ts'
import { agentRoutes, handoverRoutes } from './modules/agents/index.ts'
import { backupRoutes } from './modules/backup/index.ts'
import { checkInstallation, healthRoutes } from './modules/health/index.ts'
import { reconciliationRoutes } from './modules/reconciliation/index.ts'
import { carrierRoutes } from './modules/carriers/index.ts'
import { creditRoutes } from './modules/credit/index.ts'
import { cartRoutes, mergeCart } from './modules/cart/index.ts'
import { catalogRoutes, requireImages } from './modules/catalog/index.ts'
import { customFieldRoutes } from './modules/custom-fields/index.ts'
import { commentRoutes, questionRoutes, reviewRequestRoutes } from './modules/comments/index.ts'
import { contentRoutes } from './modules/content/index.ts'
import {
  findCaller,
  findKeyCaller,
  identityRoutes,
  shopperAccess,
  type MergeShopper,
} from './modules/identity/index.ts'
import { listExportRoutes, shopExportRoutes } from './modules/export/index.ts'
import { importRoutes } from './modules/imports/index.ts'
import { auditRoutes } from './modules/audit/index.ts'
import { auditSubjects } from './audit-subjects.ts'
import { personalRecords } from './personal-records.ts'
import { emailRoutes } from './modules/email/index.ts'
import { eventRoutes } from './modules/events/index.ts'
import { mcp } from './modules/mcp/index.ts'
import { feedFiles, feedRoutes } from './modules/feeds/index.ts'
import { mergeOrders, orderRoutes } from './modules/orders/index.ts'
import {
  onlinePaymentsOf,
  paymentAccountRoutes,
  rememberProviders,
} from './modules/payment-accounts/index.ts'
import { promotionRoutes } from './modules/promotions/index.ts'
import { redirectRoutes, redirectTarget } from './modules/redirects/index.ts'
import { reportRoutes } from './modules/reports/index.ts'
import { visitRoutes } from './modules/visits/index.ts'
import { searchStaffRoutes } from './modules/search/index.ts'
import { settingsRoutes } from './modules/settings/index.ts'
import { brandFiles, createShopDirectory, shopRoutes } from './modules/shop/index.ts'
import { staffSearchRoutes } from './modules/staff-search/index.ts'
import { stockRoutes } from './modules/stock/index.ts'
import { taxRoutes } from './modules/tax/index.ts'
import {
  answerUcpFailure,
  loggedUcpPath,
  ucpDiscovery,
  ucpDoors,
  ucpOperations,
  type UcpOperation,
} from './modules/ucp/index.ts'
import { webhookRoutes } from './modules/webhooks/index.ts'
import { mergeWishlist, wishlistRoutes } from './modules/wishlist/index.ts'
import { searchEngineFiles } from './search-engine-files.ts'
import type { ReportedJobs } from './http/server/job-metrics.ts'
import { carrierServers } from './platform/carriers/carrier-servers.ts'
import type { OnlinePayments } from './platform/payments/online-payments.ts'
import { webhookTargets } from './platform/remote/remote-address.ts'
import { deliveryOf, openStorage } from './platform/storage/open-storage.ts'

const ownRoutes: readonly Route[] = [
  ...catalogRoutes,
  ...commentRoutes,
  ...questionRoutes,
  ...reviewRequestRoutes,
  ...contentRoutes,
  ...redirectRoutes,
  ...customFieldRoutes(requireImages),
  ...identityRoutes(personalRecords),
  ...auditRoutes(auditSubjects),
  ...emailRoutes,
  ...promotionRoutes,
  ...searchStaffRoutes,
  ...visitRoutes,
  ...staffSearchRoutes,
  ...settingsRoutes,
  ...shopRoutes,
  ...stockRoutes,
  ...taxRoutes,
  ...backupRoutes,
  ...importRoutes,
  ...eventRoutes,
  ...webhookRoutes,
  ...handoverRoutes,
  ...reconciliationRoutes,
  ...healthRoutes,
  ...feedRoutes,
  ...reportRoutes,
  ...cartRoutes,
  ...orderRoutes,
  ...carrierRoutes,
  ...paymentAccountRoutes,
  ...creditRoutes,
  ...agentRoutes,
  ...shopExportRoutes,
  ...wishlistRoutes,
]

/** All endpoints of the API with their handlers. */
export const routes: readonly Route[] = [...ownRoutes, ...listExportRoutes(ownRoutes)]

/** Moves a visitor's data into an account at sign-in. */
const merges: readonly MergeShopper[] = [mergeOrders, mergeWishlist, mergeCart]

interface AppDeps {
  config: Config & { authSecret: string }
  db: Database
  /** The database of `db`, for the connection that listens for catalog changes. */
  databaseUrl: string
  log: Logger
}

/** Builds the HTTP server of the shop, ready to listen. Tests may pass their own routes, operations for platforms, and pages. */
export async function buildApp(
  { config, db, databaseUrl, log }: AppDeps,
  {
    mounted = routes,
    operations = ucpOperations,
    build,
    online = onlinePaymentsOf(config),
    workers,
    development,
    jobs,
    isStopping = () => false,
  }: {
    mounted?: readonly Route[]
    operations?: readonly UcpOperation[] | undefined
    build?: Pages
    online?: OnlinePayments
    workers?: WorkerMetrics | undefined
    development?: DevelopmentPages | undefined
    jobs?: ReportedJobs | undefined
    isStopping?: () => boolean
  } = {},
): Promise<FastifyInstance> {
  const trust = parseTrustProxy(config.trustProxy)
  const watched = await watchCatalogVersion(databaseUrl, log)
  // The connection that listens may be lost alone.
  const catalogVersion = { ...watched, reachable: () => watched.reachable() || isAnswering(db) }
  const targets = readRequestTargets({
    shops: createShopDirectory(db, catalogVersion),
    originOf: createOriginReader(trust),
    publicUrl: config.publicUrl,
    own: ownAddresses(() => app.server.address(), config.host),
  })
  const replicas = openReplicas(db, config, log)
  const mayRead = () => catalogVersion.reachable() || replicas?.isAnswering() === true
  const cache = createResponseCache({ ...catalogVersion, reachable: mayRead })
  const databaseState = { isListening: catalogVersion.listening, isStalled: () => isStalled(db) }
  const renderBudget = createRenderBudget(config.rateLimits === 'on')
  const storage = openStorage(config)
  const delivered = deliveryOf(config)
  const hash = keyedHash(config.authSecret)
  const inDatabase = countInDatabase(db)
  const redis = config.redisUrl
    ? await countInRedis(config.redisUrl, { fallback: inDatabase, keyedHash: hash, log })
    : undefined
  const identity: Identity = {
    findCaller,
    findKeyCaller,
    shopperOf: (database, request) => shopperAccess(database, { ...request, merges }),
  }
  const services: Services = {
    limits: createLimits(redis ?? inDatabase, config.rateLimits === 'on'),
    sign: tokenSigner(config.authSecret),
    keyedHash: hash,
    storage,
    imageOrigin: delivered?.origin,
    exportsFolder: join(config.dataDir, 'exports'),
    mayReach: webhookTargets(config),
    publicUrl: config.publicUrl,
    sendsEmail: config.smtpUrl !== undefined,
    online: rememberProviders(online, catalogVersion),
    paymentServers: config.paymentUrls,
    carrierServers: carrierServers(config),
    backups: backupsOf(config),
    checkInstallation: () => checkInstallation(db, config),
    catalogVersion,
    replicas,
  }
  const reading = { db, services, targets, cache, databaseState }
  const fastPathCounts = { sent: 0, notModified: 0 }
  const fastPath = createFastPath({ routes: mounted, targets, cache, log, counts: fastPathCounts })
  const buildFolder = join(import.meta.dirname, '../build')
  const logger: FastifyBaseLogger = log

  const app: FastifyInstance = fastify({
    serverFactory: createNodeServer(
      development ? inSequence(development.middleware, fastPath) : fastPath,
      isStopping,
    ),
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: nextRequestId,
    trustProxy: trust,
    bodyLimit: 1024 * 1024,
    // During shutdown, requests on open connections still get an answer.
    return503OnClosing: false,
    // The specification writes some paths with a leading slash after a base that ends in one.
    routerOptions: { ignoreDuplicateSlashes: true, maxParamLength: 500 },
    frameworkErrors: (error, request, reply) =>
      (loggedUcpPath(request.url) ? answerUcpFailure : answerWithError)(error, request, reply),
    clientErrorHandler: answerBrokenConnection,
  })

  // These run for every request; callbacks cost less than promises.
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id)
    done()
  })
  app.addHook('onRequest', requireKnownHost(targets, databaseState, config.publicUrl))
  app.addHook('onResponse', logAnswer(loggedUcpPath))
  app.addHook('preClose', async () => closeIdleConnections(app.server))
  app.setErrorHandler(answerWithError)
  app.setNotFoundHandler(answerUnknown)

  await development?.attach(app.server)
  const opened = [catalogVersion, redis, replicas, development]
  app.addHook('onClose', async () => void (await Promise.all(opened.map(async (part) => part?.close()))))

  await metrics(app, {
    cache,
    catalogVersion,
    fastPath: fastPathCounts,
    token: config.metricsToken,
    workers,
    jobs,
    replicaStats: replicas?.stats,
  })
  await app.register(health, { db, dataDir: config.dataDir, isStopping })
  await app.register(api, { prefix: '/api', ...reading, catalogVersion, identity, routes: mounted })
  await app.register(ucpDiscovery, { db, services, targets, operations })
  await app.register(ucpDoors, { prefix: '/ucp', db, services, targets, identity, operations })
  await app.register(mcp, { db, services, targets, identity, operations })
  await app.register(docs, { endpoints: mounted.map(({ endpoint }) => endpoint) })
  await app.register(uploads, { storage, delivered })
  await app.register(siteFiles, { ...reading, renderBudget, files: [...searchEngineFiles, ...brandFiles] })
  await app.register(streamedFiles, { ...reading, renderBudget, files: feedFiles })
  if (!development) await app.register(assets, { buildFolder })
  const built = development ? undefined : (build ?? (await loadPages(buildFolder)))
  const inlineStyles = await criticalStyles(buildFolder)
  await app.register(pages, {
    ...reading,
    renderBudget,
    routes: mounted,
    build: built,
    development,
    inlineStyles,
    redirectTarget,
  })
  return app
}
