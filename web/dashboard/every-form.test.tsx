// @vitest-environment happy-dom
import { editOrderLines } from '#contract/orders/edit-order.ts'
import { refundOrder } from '#contract/orders/payment/refund.ts'
import { vi } from 'vitest'
import { adminBanner, createBanner, updateBanner } from '#contract/catalog/admin/banner.ts'
import { adminCategory, createCategory, updateCategory } from '#contract/catalog/admin/category.ts'
import { createCollection, getAdminCollection, updateCollection } from '#contract/catalog/admin/collection.ts'
import { adminProduct, bulkProducts } from '#contract/catalog/admin/product.ts'
import { createWebhook, getWebhook, replayWebhook, updateWebhook } from '#contract/webhooks/webhook.ts'
import {
  adminSpecification,
  createSpecification,
  editSpecification,
} from '#contract/catalog/admin/specification.ts'
import {
  adminSubcategory,
  createSubcategory,
  updateSubcategory,
} from '#contract/catalog/admin/subcategory.ts'
import { createProduct, updateProduct } from '#contract/catalog/product.ts'
import { correctStock, receiveStock, stockRow } from '#contract/stock/stock.ts'
import { createCustomField, customField, updateCustomField } from '#contract/custom-fields/custom-field.ts'
import { updateCustomValues } from '#contract/custom-fields/custom-value.ts'
import { createPage, getAdminPage, updatePage } from '#contract/content/admin-page.ts'
import { createRedirect, redirectRow, updateRedirect } from '#contract/redirects/redirect.ts'
import { getHomeSettings, updateFooter, updateSections, updateTagline } from '#contract/settings/home.ts'
import {
  addOrderNote,
  adminOrder,
  cancelOrderAsStaff,
  correctOrder,
  resendOrderEmail,
  returnOrder,
} from '#contract/orders/admin-order.ts'
import { bulkOrders } from '#contract/orders/order-actions.ts'
import { createCoupon, getCoupon, updateCoupon } from '#contract/promotions/coupon.ts'
import { releaseOrder } from '#contract/orders/hold.ts'
import { adminReturn, approveReturn, receiveReturn, refuseReturn } from '#contract/orders/return.ts'
import { createManualOrder, getOrderDraft, updateOrderDraft } from '#contract/orders/manual-order.ts'
import { createShipment } from '#contract/orders/shipment.ts'
import { getAdminComments, moderateComment } from '#contract/comments/comment-moderation.ts'
import { addCustomerNote, customerDetail } from '#contract/identity/customer.ts'
import { invite } from '#contract/identity/invitation.ts'
import { createApiKey } from '#contract/identity/api-key.ts'
import { createRole, deleteRole, getRole, updateRole } from '#contract/identity/role.ts'
import { currentUser, login } from '#contract/identity/auth.ts'
import { getStaff, updateStaff } from '#contract/identity/staff.ts'
import {
  createSearchRule,
  createSynonym,
  getSearchRule,
  getSynonym,
  updateSearchRule,
  updateSynonym,
} from '#contract/search/search-words.ts'
import {
  getSettings,
  updateAgentSettings,
  updateCheckout,
  updateInvoice,
  updateNotifications,
  updateRetention,
  updateReviews,
  updateSearchSettings,
  updateReturns,
  updateShipping,
  updateTax,
} from '#contract/settings/settings.ts'
import { updateCurrency, updateShopSettings } from '#contract/shop/shop-settings.ts'
import { getTaxRates, saveTaxRates } from '#contract/tax/tax.ts'
import { testEveryForm, type TestedForm } from '../testing/every-form.tsx'
import { sampleOf } from '../testing/sample.ts'
import { BannerForm } from './banner/banner-form.tsx'
import { CategoryForm } from './categories/category-form.tsx'
import { CollectionForm } from './collections/collection-form.tsx'
import Collections from './collections/collections.route.tsx'
import { ReplyDialog } from './comments/reply-dialog.tsx'
import { CouponForm } from './coupons/coupon-form.tsx'
import { dashboardForms } from '#web/testing/dashboard-forms.ts'
import { CustomFieldDialog } from './custom-fields/custom-field-dialog.tsx'
import CustomFields from './custom-fields/custom-fields.route.tsx'
import { ValuesForm } from './custom-fields/values/values-form.tsx'
import { NotesPanel } from './customers/notes-panel.tsx'
import { SessionDialog } from './layout/session-dialog.tsx'
import { AddressDialog } from './orders/detail/address-dialog.tsx'
import { CloseOrderDialog } from './orders/detail/close-order-dialog.tsx'
import { OrderForm } from './orders/new/order-form.tsx'
import { EditOrderDialog } from './orders/edit/edit-order-dialog.tsx'
import { ReleaseDialog } from './orders/detail/release-dialog.tsx'
import { ResendDialog } from './orders/detail/resend-dialog.tsx'
import { TimelinePanel } from './orders/detail/timeline-panel.tsx'
import { BulkDialog } from './orders/list/bulk-dialog.tsx'
import { creditForms } from '../testing/credit-forms.tsx'
import { paymentForms } from '../testing/payment-forms.tsx'
import { RefundDialog } from './orders/payments/refund-dialog.tsx'
import { ShipDialog } from './orders/shipping/ship-dialog.tsx'
import { ShipmentPanel } from './orders/shipping/shipment-panel.tsx'
import { PageForm } from './pages/page-form.tsx'
import { BulkEditDialog } from './products/bulk/bulk-edit-dialog.tsx'
import { ProductEditor } from './products/form/product-editor.tsx'
import { RuleForm } from './search/rule-form.tsx'
import { SynonymForm } from './search/synonym-form.tsx'
import CheckoutSettings from './settings/checkout/checkout.route.tsx'
import CurrencySettings from './settings/currency.route.tsx'
import { FooterForm } from './settings/home/footer-form.tsx'
import HomeSettings from './settings/home/home.route.tsx'
import InvoiceSettings from './settings/invoices/invoices.route.tsx'
import NotificationSettings from './settings/notifications/notifications.route.tsx'
import { EasypostDialog } from './settings/carriers/easypost-dialog.tsx'
import { ShiprocketDialog } from './settings/carriers/shiprocket-dialog.tsx'
import { BuyLabelDialog } from './orders/labels/buy-label-dialog.tsx'
import { connectEasypost, connectShiprocket } from '#contract/carriers/carrier-account.ts'
import { buyLabel } from '#contract/carriers/label.ts'
import ReviewSettings from './settings/reviews.route.tsx'
import RetentionSettings from './settings/retention.route.tsx'
import ReturnSettings from './settings/returns.route.tsx'
import AgentSettings from './agents/settings.route.tsx'
import SearchSettings from './settings/search.route.tsx'
import ShippingSettings from './settings/shipping/shipping.route.tsx'
import ShopSettings from './settings/shop.route.tsx'
import { RatesForm } from './settings/tax/rates-form.tsx'
import { TaxForm } from './settings/tax/tax-form.tsx'
import { RedirectDialog } from './redirects/redirect-dialog.tsx'
import Redirects from './redirects/redirects.route.tsx'
import { RenameDialog } from './specifications/rename-dialog.tsx'
import Specifications from './specifications/specifications.route.tsx'
import { CorrectDialog } from './stock/correct-dialog.tsx'
import { ReceiveDialog as ReceiveGoodsDialog } from './stock/receive-dialog.tsx'
import { SubcategoryForm } from './sub-categories/subcategory-form.tsx'
import { DecisionDialog } from './returns/decision-dialog.tsx'
import { ReceiveDialog } from './returns/receive-dialog.tsx'
import { CreateKeyDialog } from './api-keys/create-key-dialog.tsx'
import { ChangeRoleDialog } from './user-roles/change-role-dialog.tsx'
import { DeleteRoleDialog } from './user-roles/delete-role-dialog.tsx'
import { InviteDialog } from './user-roles/invite-dialog.tsx'
import { RoleDialog } from './user-roles/role-dialog.tsx'
import { ReplayDialog } from './webhooks/replay-dialog.tsx'
import { WebhookDialog } from './webhooks/webhook-dialog.tsx'

vi.mock('../ui/form/use-form.ts', async (original) => {
  const { useFormWithoutRules } = await import('../testing/every-form.tsx')
  return useFormWithoutRules(original)
})

const ignore = () => {}
const none = undefined
const firstField = { current: null }
const list = { onDone: ignore, firstField }
const order = sampleOf(adminOrder)
// The form leaves out the space, so that it has a change to send.
const wood = {
  fields: [{ ...sampleOf(customField), key: 'wood' }],
  record: { id: 7, version: 1, values: { wood: 'Oak ' } },
}
const role = { ...sampleOf(getRole.answer).data, id: 7 }

const forms: TestedForm[] = [
  ['Add Category', createCategory, <CategoryForm key="" {...list} row={undefined} />],
  ['Edit Category', updateCategory, <CategoryForm key="" {...list} row={sampleOf(adminCategory)} />],
  [
    'Add Subcategory',
    createSubcategory,
    <SubcategoryForm key="" {...list} row={undefined} categories={[]} />,
  ],
  [
    '',
    updateSubcategory,
    <SubcategoryForm key="" {...list} row={sampleOf(adminSubcategory)} categories={[]} />,
  ],
  ['Add Specification', createSpecification, <Specifications key="" />],
  [
    'Edit specification',
    editSpecification,
    <RenameDialog key="" specification={sampleOf(adminSpecification)} onClose={ignore} />,
  ],
  ['', createBanner, <BannerForm key="" row={undefined} timeZone="Asia/Kolkata" onDone={ignore} />],
  [
    '',
    updateBanner,
    <BannerForm key="" row={sampleOf(adminBanner)} timeZone="Asia/Kolkata" onDone={ignore} />,
  ],
  ['Add Collection', createCollection, <Collections key="" />],
  [
    'Collection',
    updateCollection,
    <CollectionForm key="" collection={sampleOf(getAdminCollection.answer).data} />,
  ],
  ['Product', createProduct, <ProductEditor key="" />],
  ['Product', updateProduct, <ProductEditor key="" product={sampleOf(adminProduct)} />],
  ['Bulk edit', bulkProducts, <BulkEditDialog key="" target={{ ids: [1] }} count={1} onClose={ignore} />],
  ['Receive goods', receiveStock, <ReceiveGoodsDialog key="" rows={[sampleOf(stockRow)]} onClose={ignore} />],
  ['Correct stock', correctStock, <CorrectDialog key="" row={sampleOf(stockRow)} onClose={ignore} />],
  ['Add redirect', createRedirect, <Redirects key="" />],
  [
    'Edit redirect',
    updateRedirect,
    <RedirectDialog key="" redirect={sampleOf(redirectRow)} onClose={ignore} />,
  ],
  ['Add custom field', createCustomField, <CustomFields key="" />],
  [
    'Edit custom field',
    updateCustomField,
    <CustomFieldDialog key="" field={sampleOf(customField)} onClose={ignore} />,
  ],
  ['', updateCustomValues, <ValuesForm key="" subject="order" label="Wood" {...wood} />],
  ['Page', createPage, <PageForm key="" page={undefined} />],
  ['Page', updatePage, <PageForm key="" page={sampleOf(getAdminPage.answer).data} />],
  ['Coupon', createCoupon, <CouponForm key="" coupon={undefined} timeZone="Asia/Kolkata" />],
  [
    'Coupon',
    updateCoupon,
    <CouponForm key="" coupon={sampleOf(getCoupon.answer).data} timeZone="Asia/Kolkata" />,
  ],
  ['Search rule', createSearchRule, <RuleForm key="" rule={undefined} q="" />],
  ['Search rule', updateSearchRule, <RuleForm key="" rule={sampleOf(getSearchRule.answer).data} q="" />],
  ['Add synonyms', createSynonym, <SynonymForm key="" row={undefined} word="" onDone={ignore} />],
  [
    'Edit synonyms',
    updateSynonym,
    <SynonymForm key="" row={sampleOf(getSynonym.answer).data} word="" onDone={ignore} />,
  ],
  ['Edit address', correctOrder, <AddressDialog key="" order={order} isSame onClose={ignore} />],
  [
    'Edit tracking',
    correctOrder,
    <ShipmentPanel key="" order={{ ...order, can: ['track'] }} />,
    'Edit tracking',
  ],
  ['', cancelOrderAsStaff, <CloseOrderDialog key="" order={order} action="cancel" onClose={ignore} />],
  ['', returnOrder, <CloseOrderDialog key="" order={order} action="return" onClose={ignore} />],
  ['', releaseOrder, <ReleaseDialog key="" number={order.number} onClose={ignore} />],
  ...creditForms,
  ['Refund', refundOrder, <RefundDialog key="" order={order} onClose={ignore} />],
  ['Edit order', editOrderLines, <EditOrderDialog key="" order={order} onSaved={ignore} onClose={ignore} />],
  ['Resend email', resendOrderEmail, <ResendDialog key="" order={order} onClose={ignore} />],
  ['Add to the timeline', addOrderNote, <TimelinePanel key="" order={order} />],
  ['Order', createManualOrder, <OrderForm key="" draft={undefined} />],
  ['Order', updateOrderDraft, <OrderForm key="" draft={sampleOf(getOrderDraft.answer).data} />],
  ['Approve return', approveReturn, <DecisionDialog key="" id={1} step="approve" onClose={ignore} />],
  ['Refuse return', refuseReturn, <DecisionDialog key="" id={1} step="refuse" onClose={ignore} />],
  ['Receive items', receiveReturn, <ReceiveDialog key="" shown={sampleOf(adminReturn)} onClose={ignore} />],
  ['Ship order', createShipment, <ShipDialog key="" order={order} onClose={ignore} />],
  ['Buy label', buyLabel, <BuyLabelDialog key="" order={order} onClose={ignore} />],
  ['Shiprocket', connectShiprocket, <ShiprocketDialog key="" account={null} onClose={ignore} />],
  ['EasyPost', connectEasypost, <EasypostDialog key="" account={null} onClose={ignore} />],
  ['Bulk action', bulkOrders, <BulkDialog key="" action="fulfil" orders={[order]} onClose={ignore} />],
  ['Bulk action', bulkOrders, <BulkDialog key="" action="tag" orders={[order]} onClose={ignore} />],
  ['', addCustomerNote, <NotesPanel key="" customer={sampleOf(customerDetail)} />],
  [
    'Reply',
    moderateComment,
    <ReplyDialog key="" comment={sampleOf(getAdminComments.answer).data[0]!} onClose={ignore} />,
  ],
  ['Role', createRole, <RoleDialog key="" role={none} onClose={ignore} />],
  ['Role', updateRole, <RoleDialog key="" role={role} onClose={ignore} />],
  ['', deleteRole, <DeleteRoleDialog key="" role={role} roles={[role]} onClose={ignore} />],
  [
    'Role',
    updateStaff,
    <ChangeRoleDialog key="" member={sampleOf(getStaff.answer).data[0]!} roles={[role]} onClose={ignore} />,
  ],
  ['', createApiKey, <CreateKeyDialog key="" onClose={ignore} />],
  ['', createWebhook, <WebhookDialog key="" webhook={undefined} onClose={ignore} />],
  ['', updateWebhook, <WebhookDialog key="" webhook={sampleOf(getWebhook.answer).data} onClose={ignore} />],
  ['', replayWebhook, <ReplayDialog key="" webhook={sampleOf(getWebhook.answer).data} onClose={ignore} />],
  ['', invite, <InviteDialog key="" roles={[role]} onClose={ignore} />],
  ['Footer links', updateFooter, <FooterForm key="" home={sampleOf(getHomeSettings.answer).data} />],
  ['Tagline', updateTagline, <HomeSettings key="" />],
  ['Home page sections', updateSections, <HomeSettings key="" />],
  ['Settings for agents', updateAgentSettings, <AgentSettings key="" />],
  ['Checkout', updateCheckout, <CheckoutSettings key="" />],
  ['Currency', updateCurrency, <CurrencySettings key="" />],
  ['Invoices', updateInvoice, <InvoiceSettings key="" />],
  ['Notifications', updateNotifications, <NotificationSettings key="" />],
  ...paymentForms,
  ['Data retention', updateRetention, <RetentionSettings key="" />],
  ['Comment requests', updateReviews, <ReviewSettings key="" />],
  ['Search results', updateSearchSettings, <SearchSettings key="" />],
  ['Return policy', updateReturns, <ReturnSettings key="" />],
  ['Shipping', updateShipping, <ShippingSettings key="" />],
  ['Shop', updateShopSettings, <ShopSettings key="" />],
  ['Tax', updateTax, <TaxForm key="" tax={sampleOf(getSettings.answer).data.tax} classes={[]} />],
  ['Rates', saveTaxRates, <RatesForm key="" rates={sampleOf(getTaxRates.answer).data} />],
  [
    'Sign in',
    login,
    <SessionDialog
      key=""
      owner={sampleOf(currentUser)}
      user={null}
      onClose={ignore}
      onContinue={ignore}
      onLeave={ignore}
    />,
  ],
]

testEveryForm(forms, dashboardForms)
