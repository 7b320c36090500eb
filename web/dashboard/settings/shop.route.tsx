import { shopInput, type ShopSettings } from '#contract/shop-settings.ts'
import { links } from '#contract/links.ts'
import { readShopSettings, useSettingsChanges, useShopSettings } from '../../data/admin-settings.ts'
import { CheckboxField } from '../../ui/form/checkbox-field.tsx'
import { PictureField } from '../../ui/form/picture-field.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { TextAreaField } from '../../ui/form/text-area-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DashboardPage } from '../dashboard-page.tsx'
import { About } from './about.tsx'
import { SettingForm } from './setting-form.tsx'
import { Refilled } from '../../ui/form/refilled.tsx'
import { HistoryTabs } from '../history/history-tabs.tsx'
import { useShop } from '../../data/shop.ts'

export default function ShopSettingsPage() {
  const shop = useShopSettings()
  const { configId } = useShop()
  return (
    <DashboardPage title="Shop">
      <About>
        What the shop is called and how customers reach it. The name or, where there is one, the logo stands
        in the bar at the top, the contact in the footer of every page.
      </About>
      <Loaded query={shop} skeleton={<Skeleton className="h-[36rem]" />}>
        {(settings) => (
          <HistoryTabs label="About the shop" subject="shop" subjectId={configId}>
            <Refilled version={settings.version}>
              <ShopForm shop={settings} />
            </Refilled>
          </HistoryTabs>
        )}
      </Loaded>
    </DashboardPage>
  )
}

function ShopForm({ shop }: { shop: ShopSettings }) {
  const changes = useSettingsChanges()
  const zones = Intl.supportedValuesOf('timeZone')
  const all = zones.includes(shop.timeZone) ? zones : [shop.timeZone, ...zones]
  return (
    <SettingForm
      label="Shop"
      multipart
      schema={shopInput.extend({ removeLogo: shopInput.shape.name.optional() })}
      read={(fields) => fields}
      start={shop}
      parts={[
        { name: 'Name', fields: ['name'] },
        { name: 'E-mail for customers', fields: ['email'] },
        { name: 'Phone', fields: ['phone'] },
        { name: 'Address', fields: ['address'] },
        { name: 'Time zone', fields: ['timeZone'] },
      ]}
      picture={{ name: 'Logo', field: 'logo', journal: 'logo' }}
      reread={() => readShopSettings()}
      save={({ removeLogo, ...input }, version, { logo }) =>
        changes.shop({ ...input, ...(removeLogo && { removeLogo: true }), version }, logo)
      }
    >
      {(form) => (
        <>
          <TextField {...form.field('name')} label="Name" defaultValue={shop.name} />
          <PictureField
            {...form.field('logo')}
            label="Logo"
            hint="Up to 10 MB; shown 36 pixels high, on black"
          >
            {shop.logo ? (
              <img src={links.picture(shop.logo)} alt="Present logo" className="h-9 w-auto bg-black" />
            ) : (
              <span className="text-quiet">None: the name is shown</span>
            )}
          </PictureField>
          {shop.logo && <CheckboxField name="removeLogo" label="Remove the logo" />}
          <TextField
            {...form.field('email')}
            label="E-mail for customers"
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
          <p className="-mt-3 text-sm text-quiet">The days and hours of the dashboard follow it.</p>
        </>
      )}
    </SettingForm>
  )
}
