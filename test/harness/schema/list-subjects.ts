import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'

/** Ids for the list calls of shop 1 after `fillShop`. */
export interface Subjects {
  /** A product with comments, in a subcategory. */
  productId: number
  productSlug: string
  categoryId: number
  subcategoryId: number
  variantId: number
  collectionIds: number[]
  specificationId: number
  bannerId: number
  synonymId: number
  searchRuleId: number
  specs: Record<string, string[]>
  /** The customer with the most orders. */
  customerId: number
  /** Someone who has ordered as a guest; the customer with the most orders if there is none. */
  guestId: number
  staffId: number
  shareToken: string
  /** An order of the customer; its invoice is issued on request. */
  orderNumber: string
  draftNumber: string
  /** A checkout of an agent. */
  agentCheckoutId: string
  couponId: number
  giftCardId: number
  emailId: number
  pageId: number
  redirectId: number
  importId: number
  webhookId: number
  platformId: number
  customFieldId: number
  job: string
  /** The middle page of all products, 20 per page. */
  farPage: number
}

/** Reads the ids and makes one user an admin. */
export async function findSubjects(db: Database): Promise<Subjects> {
  const { rows } = await sql<Subjects>`
    with most as (
      select user_id as id from shop_order where config_id = 1 and user_id is not null
      group by user_id order by count(*) desc limit 1
    ), staff as (
      update app_user set role_id = 1 where config_id = 1 and id =
        (select max(u.id) from app_user u, most where u.config_id = 1 and u.id <> most.id and u.disabled_at is null)
      returning id
    ), draft as (
      insert into order_draft (config_id, number, request)
      select 1, 'DRAF-T000-0000', json_build_object(
        'contact', json_build_object('email', 'asha@example.com', 'phone', '9876543210'),
        'shipping', json_build_object('fullName', 'Asha Rao', 'line1', '4 Rose Lane', 'line2', '', 'city', 'Pune',
          'state', 'MH', 'pincode', '411001', 'country', 'IN', 'company', '', 'taxId', ''),
        'items', json_build_array(json_build_object('variantid', min(v.id), 'quantity', 1)),
        'shippingMethod', 'standard', 'payment', 'cod')
      from variant v join product p on p.config_id = v.config_id and p.id = v.product_id
      where v.config_id = 1 and v.retired_at is null and p.status = 'live' and p.deleted_at is null
      returning number
    ), platform as (
      insert into agent_platform (config_id, profile_url) values (1, 'https://agent.example/ucp.json') returning id
    ), prepared as (
      insert into checkout_session (config_id, id, platform_id, protocol, input, expires_at)
      select 1, repeat('a', 22), platform.id, 'ucp', jsonb_build_object('lines', jsonb_build_array(
        jsonb_build_object('id', 'l1', 'item', 'v1', 'variantId', (select min(id) from variant where config_id = 1),
          'quantity', 1))), now() + interval '1 hour'
      from platform returning id
    ), account as (
      insert into payment_account (config_id, provider, mode, name, details, sealed_credentials, actor_name)
      values (1, 'stripe', 'test', 'Mug shop', '{"key": "", "webhookUrl": ""}', 'sealed', 'Asha') returning id
    ), credit as (
      insert into credit_account (config_id, kind, currency) values (1, 'gift_card', 'INR') returning id
    ), card as (
      insert into gift_card (config_id, account_id, code_hash, ending)
      select 1, id, repeat('x', 43), 'K2MX' from credit returning account_id as id
    ), facet as (
      select v.name, v.value from facet_value v join product p on p.config_id = 1 and v.id = any(p.facets)
      where v.config_id = 1 limit 1
    ), subject as (
      select id, slug, category_id, subcategory_id from product
      where config_id = 1 and status = 'live' and deleted_at is null and subcategory_id is not null
      order by rating_count desc limit 1
    )
    select p.id as "productId", p.slug as "productSlug", p.category_id as "categoryId",
      p.subcategory_id as "subcategoryId",
      (select min(id) from variant where config_id = 1 and product_id = p.id) as "variantId",
      (select array_agg(id) from collection where config_id = 1) as "collectionIds",
      (select min(id) from specification where config_id = 1) as "specificationId",
      (select min(id) from banner where config_id = 1) as "bannerId",
      (select min(id) from search_synonym where config_id = 1) as "synonymId",
      (select min(id) from search_rule where config_id = 1) as "searchRuleId",
      (select jsonb_build_object(name, jsonb_build_array(value)) from facet) as specs,
      (select id from most) as "customerId",
      coalesce((select min(id) from customer where config_id = 1 and user_id is null), (select id from most)) as "guestId", (select id from staff) as "staffId",
      (select share_token from shopper where config_id = 1 and user_id = (select id from most)) as "shareToken",
      (select number from shop_order where config_id = 1 and status in ('confirmed', 'shipped')
        and user_id = (select id from most) limit 1) as "orderNumber",
      (select number from draft) as "draftNumber",
      (select id from prepared) as "agentCheckoutId",
      (select min(coupon_id) from coupon_use where config_id = 1) as "couponId",
      (select id from card) as "giftCardId",
      (select min(id) from email where config_id = 1) as "emailId",
      (select min(id) from content_page where config_id = 1) as "pageId",
      (select min(id) from redirect where config_id = 1) as "redirectId",
      (select min(id) from data_import where config_id = 1) as "importId",
      (select min(id) from webhook where config_id = 1) as "webhookId",
      (select min(id) from agent_platform where config_id = 1) as "platformId",
      (select min(id) from custom_field where config_id = 1) as "customFieldId",
      gen_random_uuid() as job,
      (select 1 + count(*)::int / 40 from product where config_id = 1) as "farPage"
    from subject p`.execute(db)
  const [subjects] = rows
  if (!subjects) throw new Error('The shop has nothing that lists could be about')
  return subjects
}
