import { shopInput, type ShopSettings } from '#contract/shop/shop-settings.ts'
import { links } from '#contract/links.ts'
import { readShopSettings, useShopSettings, useShopUpdate } from '#web/data/admin/settings.ts'
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx'
import { ImageField } from '#web/ui/form/image-field.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { RecordForm } from '../record-form/record-form.tsx'
import { SettingPage } from './setting-page.tsx'
import { useShop } from '#web/data/shop.ts'

export default function ShopSettingsPage() {
  const query = useShopSettings()
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

function ShopForm({ shop }: { shop: ShopSettings }) {
  const update = useShopUpdate()
  const zones = Intl.supportedValuesOf('timeZone')
  const all = zones.includes(shop.timeZone) ? zones : [shop.timeZone, ...zones]
  return (
    <RecordForm
      label="Shop"
      draft="shop settings"
      action="Save"
      className="max-w-2xl"
      multipart
      schema={shopInput.extend({ removeLogo: shopInput.shape.name.optional() })}
      read={(fields) => fields}
      record={shop}
      parts={[
        { name: 'Name', fields: ['name'] },
        { name: 'Email for customers', fields: ['email'] },
        { name: 'Phone', fields: ['phone'] },
        { name: 'Address', fields: ['address'] },
        { name: 'Time zone', fields: ['timeZone'] },
      ]}
      image={{ name: 'Logo', field: 'logo', auditField: 'logo' }}
      reread={() => readShopSettings()}
      update={({ removeLogo, ...input }, { version }, { logo }) =>
        update.mutateAsync({
          ...input,
          ...(removeLogo && { removeLogo: true }),
          ...(logo && { logo }),
          version,
        })
      }
    >
      {(form) => (
        <>
          <TextField {...form.field('name')} label="Name" defaultValue={shop.name} />
          <ImageField
            {...form.field('logo')}
            label="Logo"
            hint="Max. 10 MB. Shown 36 px high on a black header."
          >
            {shop.logo ? (
              <img src={links.image(shop.logo)} alt="Current logo" className="h-9 w-auto bg-black" />
            ) : (
              <span className="text-quiet">No logo yet: the shop name is shown.</span>
            )}
          </ImageField>
          {shop.logo && <CheckboxField name="removeLogo" label="Remove logo" />}
          <TextField
            {...form.field('email')}
            label="Email for customers"
            type="email"
            required={false}
            defaultValue={shop.email}
          />
          <TextField
            {...form.field('phone')}
            label="Phone"
            type="tel"
            required={false}
            defaultValue={shop.phone}
          />
          <TextAreaField
            {...form.field('address')}
            label="Address"
            rows={3}
            required={false}
            defaultValue={shop.address}
          />
          <SelectField
            {...form.field('timeZone')}
            label="Time zone"
            options={all.map((zone) => [zone, zone.replaceAll('_', ' ')] as const)}
            defaultValue={shop.timeZone}
          />
          <p className="-mt-3 text-sm text-quiet">Used for all dates and times in the dashboard.</p>
        </>
      )}
    </RecordForm>
  )
}
