import { settingSubjects, updateAgentSettings } from '#contract/settings/settings.ts'
import { describeForm } from '../record-form/describe-form.ts'
import { checkbox } from '../record-form/fields.tsx'
import { SettingGroup } from '../settings/setting-form.tsx'
import { AddressesPanel } from './addresses-panel.tsx'
import { AgentPages } from './agent-pages.tsx'
import { KeysPanel } from './keys-panel.tsx'

const agents = describeForm(updateAgentSettings.input, {
  catalog: checkbox('Agents can see your products', {
    hint: 'Agents search the catalog and read prices and stock. Switched off, your shop refuses all agents.',
  }),
  checkout: checkbox('Agents can buy', {
    hint: 'Agents can fill carts and place orders that you ship and the customer pays as on your own pages.',
  }),
})

/** What agents may do in the shop, where they find it, and the key with which it signs. */
export default function AgentSettings() {
  return (
    <SettingGroup
      title="Settings for agents"
      before={<AgentPages />}
      intro="Assistants that speak the Universal Commerce Protocol find your shop by themselves. You decide what they may do in it."
      skeleton="h-56"
      draft="agent settings"
      subject={settingSubjects.agents}
      endpoint={updateAgentSettings}
      groupOf={(settings) => settings.agents}
      of={() => agents}
      after={
        <div className="mt-8 grid max-w-2xl gap-6">
          <AddressesPanel />
          <KeysPanel />
        </div>
      }
    />
  )
}
