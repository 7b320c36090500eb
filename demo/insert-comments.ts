import type { Transaction } from '#server/db/connect.ts'
import type { WriteContext } from '#server/modules/audit/index.ts'
import { createComment, insertPhotos, moderate } from '#server/modules/comments/index.ts'
import type { DemoCatalog } from './catalog.ts'
import type { DemoImages } from './store-images.ts'

/**
 * Adds the comments, questions and answers of the demo. `products` has the ids by slug. The authors are invented and have no
 * accounts.
 */
export async function insertComments(
  tx: Transaction,
  context: WriteContext,
  { comments, questions }: Pick<DemoCatalog, 'comments' | 'questions'>,
  products: ReadonlyMap<string, number>,
  images: DemoImages,
): Promise<void> {
  const { shopId } = context
  const variants = await readVariants(tx, shopId)
  const reply = async (id: number, answer: string | undefined) => {
    if (answer !== undefined) await moderate(tx, context, id, { answer })
  }
  for (const { product, user, comment, daysAgo: days, rating, bought, sku, ...more } of comments) {
    const productId = products.get(product)
    if (productId === undefined) continue
    const id = await createComment(tx, author(shopId, user), {
      productId,
      body: comment,
      rating,
      purchase: bought ? { variantId: variants.get(sku ?? '') ?? null } : undefined,
      createdAt: daysAgo(days),
    })
    await insertPhotos(tx, shopId, id, more.photos?.flatMap((name) => images.get(name) ?? []) ?? [])
    await reply(id, more.reply)
  }
  for (const { product, user, question, daysAgo: days, answers, reply: text } of questions) {
    const productId = products.get(product)
    if (productId === undefined) continue
    const asked = { productId, kind: 'question', body: question, createdAt: daysAgo(days) } as const
    const questionId = await createComment(tx, author(shopId, user), asked)
    for (const { user: buyer, answer, daysAgo: later } of answers) {
      const given = {
        productId,
        questionId,
        kind: 'answer',
        body: answer,
        createdAt: daysAgo(later),
      } as const
      await createComment(tx, author(shopId, buyer), { ...given, purchase: { variantId: null } })
    }
    await reply(questionId, text)
  }
}

const author = (shopId: number, name: string) => ({ shopId, actor: { id: null, name } })

/** The ids of the variants by SKU. */
async function readVariants(tx: Transaction, shopId: number): Promise<ReadonlyMap<string, number>> {
  const rows = await tx
    .selectFrom('variant')
    .select(['id', 'sku'])
    .where('config_id', '=', shopId)
    .where('sku', 'is not', null)
    .execute()
  return new Map(rows.map(({ id, sku }) => [sku ?? '', id]))
}

/** The moment so many days before now. */
export const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000)
