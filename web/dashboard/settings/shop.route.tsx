import { links } from '#contract/links.ts'
import { updateShopSettings, type ShopSettings } from '#contract/shop/shop-settings.ts'
import { shopSettings, useShopUpdate } from '#web/data/admin/settings.ts'
import { useShop } from '#web/data/shop.ts'
import { describeForm, notEdited } from '../record-form/describe-form.ts'
import { DescribedForm } from '../record-form/described-form.tsx'
import { area, checkbox, image, select, text } from '../record-form/fields.tsx'
import { SettingPage } from './setting-page.tsx'

export default function ShopSettingsPage() {
  const query = shopSettings.useData()
  const { configId } = useShop()
  return (
    <SettingPage
      title="Shop"
      intro="Your shop’s name, logo and contact details. The logo (or name) appears in the header, the contact details in the footer."
      skeleton="h-[36rem]"
      subject={{ subject: 'shop', subjectId: configId }}
      query={query}
      versionOf={({ version }) => version}
    >
      {(settings) => <ShopForm shop={settings} />}
    </SettingPage>
  )
}

const zones = Intl.supportedValuesOf('timeZone').map((zone) => [zone, zone.replaceAll('_', ' ')] as const)

const describeShop = (logo: string | null) =>
  describeForm(updateShopSettings.input, {
    name: text('Name'),
    logo: image('Logo', {
      hint: 'Max. 10 MB. Shown 36 px high on a black header.',
      current: logo ? (
        <img src={links.image(logo)} alt="Current logo" className="h-9 w-auto bg-black" />
      ) : (
        <span className="text-quiet">No logo yet: the shop name is shown.</span>
      ),
    }),
    removeLogo: logo ? checkbox('Remove logo') : notEdited,
    email: text('Email for customers', { type: 'email', required: false }),
    phone: text('Phone', { type: 'tel', required: false }),
    address: area('Address', { rows: 3, required: false }),
    timeZone: select('Time zone', zones, {
      hint: 'Used for all dates and times in the dashboard.',
      keepsStored: true,
    }),
  })

function ShopForm({ shop }: { shop: ShopSettings }) {
  const update = useShopUpdate()
  return (
    <DescribedForm
      label="Shop"
      draft="shop settings"
      action="Save"
      className="max-w-2xl"
      of={describeShop(shop.logo)}
      record={shop}
      reread={shopSettings.read}
      update={(input, { version }, { logo }) =>
        update.mutateAsync({ ...input, ...(logo && { logo }), version })
      }
    />
  )
}
