import { join } from 'node:path'
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Database } from './db/connect.ts'
import { addressReader, trustOf } from './http/address.ts'
import { api } from './http/api.ts'
import { askedReader } from './http/asked.ts'
import { assets } from './http/assets.ts'
import { makeByteCache } from './http/byte-cache.ts'
import { watchCatalogue } from './http/catalogue-version.ts'
import { docs } from './http/docs.ts'
import { answerBrokenConnection, answerUnknown, answerWithError } from './http/error-handler.ts'
import { cacheFront, withoutQuery } from './http/front.ts'
import { health } from './http/health.ts'
import { metrics, type Siblings } from './http/metrics.ts'
import { closeIdleFromNow, nodeServer } from './http/node-server.ts'
import { loadPages, pages, type Pages } from './http/pages.ts'
import { nextRequestId } from './http/request-id.ts'
import type { PersonalRecords } from './http/personal-records.ts'
import { countInDatabase, limitsOf } from './http/rate-limit.ts'
import { countInRedis } from './http/redis-counter.ts'
import type { Route } from './http/route.ts'
import { makeShops } from './http/shops.ts'
import type { Merge } from './http/shopper.ts'
import { signer } from './http/display-token.ts'
import { keyedHash } from './http/keyed-hash.ts'
import { siteFiles, type SiteFile } from './http/site-files.ts'
import { uploads } from './http/uploads.ts'
import { bookRoutes } from './modules/books/index.ts'
import { cartRoutes, exportCart, mergeCart } from './modules/cart/index.ts'
import {
  catalogRevertibles,
  catalogRoutes,
  robots,
  sitemapIndex,
  sitemapPart,
} from './modules/catalog/index.ts'
import { commentRecords, commentRoutes, revertibleComment } from './modules/comments/index.ts'
import { contentRoutes, revertiblePage } from './modules/content/index.ts'
import { identityRevertibles, identityRoutes } from './modules/identity/index.ts'
import { journalRoutes, type Revertible } from './modules/journal/index.ts'
import { mailRecords, mailRoutes, revertibleMail } from './modules/mail/index.ts'
import { mergeOrders, orderRecords, orderRoutes, revertibleOrder } from './modules/orders/index.ts'
import { promotionRoutes, revertibleCoupon } from './modules/promotions/index.ts'
import { reportRoutes } from './modules/reports/index.ts'
import { searchRevertibles, searchStaffRoutes } from './modules/search/index.ts'
import { settingsRevertibles, settingsRoutes } from './modules/settings/index.ts'
import { revertibleShop, shopRoutes } from './modules/shop/index.ts'
import { revertibleStock, stockRoutes } from './modules/stock/index.ts'
import { exportWishlist, mergeWishlist, wishlistRoutes } from './modules/wishlist/index.ts'
import type { OnlineProvider } from './platform/online-payment.ts'
import { folderStorage } from './platform/storage.ts'

/** What the modules keep about a person: all of it is in the export, and is dealt with when the account is deleted. */
const personalRecords: readonly PersonalRecords[] = [
  { name: 'cart', list: exportCart },
  { name: 'wishlist', list: exportWishlist },
  orderRecords,
  commentRecords,
  mailRecords,
]

/** Every noun of the journal: what its changes are called, and how its module puts back what it was. */
export const revertibles: readonly Revertible[] = [
  ...catalogRevertibles,
  revertibleStock,
  revertiblePage,
  revertibleComment,
  revertibleShop,
  ...settingsRevertibles,
  ...identityRevertibles,
  revertibleCoupon,
  ...searchRevertibles,
  revertibleMail,
  revertibleOrder,
]

/** Every call that the server answers. */
export const routes: readonly Route[] = [
  ...catalogRoutes,
  ...commentRoutes,
  ...contentRoutes,
  ...identityRoutes(personalRecords),
  ...journalRoutes(revertibles),
  ...mailRoutes,
  ...promotionRoutes,
  ...searchStaffRoutes,
  ...settingsRoutes,
  ...shopRoutes,
  ...stockRoutes,
  ...bookRoutes,
  ...reportRoutes,
  ...cartRoutes,
  ...orderRoutes,
  ...wishlistRoutes,
]

/** What a visitor takes along into an account. */
const merges: readonly Merge[] = [mergeOrders, mergeWishlist, mergeCart]

const xml = 'application/xml; charset=utf-8'
const searchEngineFiles: readonly SiteFile[] = [
  {
    url: '/robots.txt',
    contentType: 'text/plain; charset=utf-8',
    make: async ({ origin }) => robots(origin),
  },
  { url: '/sitemap.xml', contentType: xml, make: ({ context, origin }) => sitemapIndex(context, origin) },
  {
    url: '/sitemap-:part(^\\d+).xml',
    contentType: xml,
    make: ({ context, origin, params }) => sitemapPart(context, origin, Number(params['part'])),
  },
]

interface AppDeps {
  config: Config & { authSecret: string }
  db: Database
  /** For the connection that listens for changes; the one of `db`. */
  databaseUrl: string
  log: Logger
}

/** The whole HTTP side of the shop, ready to listen. Tests may bring calls and pages of their own. */
export async function buildApp(
  { config, db, databaseUrl, log }: AppDeps,
  {
    mounted = routes,
    build,
    online = [],
    siblings,
  }: {
    mounted?: readonly Route[]
    build?: Pages
    online?: readonly OnlineProvider[]
    siblings?: Siblings
  } = {},
): Promise<FastifyInstance> {
  const trust = trustOf(config.trustProxy)
  const version = await watchCatalogue(databaseUrl, log)
  const asked = askedReader(makeShops(db, version), addressReader(trust), config.publicUrl)
  const cache = makeByteCache(version)
  const answering = { db, asked, cache, version }
  const storage = folderStorage(join(config.dataDir, 'uploads'))
  const hash = keyedHash(config.authSecret)
  const inDatabase = countInDatabase(db)
  const redis = config.redisUrl
    ? await countInRedis(config.redisUrl, { otherwise: inDatabase, keyedHash: hash, log })
    : undefined
  const guarding = {
    merges,
    limits: limitsOf(redis ?? inDatabase, config.rateLimits === 'on'),
    sign: signer(config.authSecret),
    keyedHash: hash,
    storage,
    sendsMail: config.smtpUrl !== undefined,
    online,
  }
  const counts = { sent: 0, notModified: 0 }
  const buildFolder = join(import.meta.dirname, '../build')
  const logger: FastifyBaseLogger = log

  const app = fastify({
    serverFactory: nodeServer(cacheFront({ routes: mounted, asked, cache, log, counts })),
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: nextRequestId,
    trustProxy: trust,
    bodyLimit: 1024 * 1024,
    // While it drains, what still arrives on open connections is answered like everything else.
    return503OnClosing: false,
    // The specification writes some paths with a leading slash after a base that ends in one.
    routerOptions: { ignoreDuplicateSlashes: true, maxParamLength: 500 },
    frameworkErrors: answerWithError,
    clientErrorHandler: answerBrokenConnection,
  })

  // These run at every call; a hook that answers at once costs less than one that promises to.
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id)
    done()
  })
  app.addHook('onResponse', ({ log: requestLog, method, url }, reply, done) => {
    requestLog.info(
      { method, path: withoutQuery(url), status: reply.statusCode, ms: reply.elapsedTime },
      'request',
    )
    done()
  })
  app.addHook('preClose', async () => closeIdleFromNow(app.server))
  app.addHook('onClose', () => version.close())
  app.addHook('onClose', async () => redis?.close())
  app.setErrorHandler(answerWithError)
  app.setNotFoundHandler(answerUnknown)

  await metrics(app, { cache, version, front: counts, token: config.metricsToken, siblings })
  await app.register(health, { db, dataDir: config.dataDir })
  await app.register(api, { prefix: '/api', ...answering, ...guarding, routes: mounted })
  await app.register(docs, { endpoints: mounted.map(({ endpoint }) => endpoint) })
  await app.register(uploads, { storage })
  await app.register(siteFiles, { ...answering, files: searchEngineFiles })
  await app.register(assets, { buildFolder })
  await app.register(pages, { ...answering, routes: mounted, build: build ?? (await loadPages(buildFolder)) })
  return app
}
