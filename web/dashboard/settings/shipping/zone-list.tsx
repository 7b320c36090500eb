import type { FormState } from '#web/ui/form/use-form.ts'
import { RowList } from '#web/ui/list/row-list.tsx'
import { newZone, type ZoneDraft } from './zone-draft.ts'
import { ZoneFields } from './zone-fields.tsx'

interface ZoneListProps {
  form: FormState
  zones: readonly ZoneDraft[]
  onChange(zones: ZoneDraft[]): void
}

/** The shipping zones in the order in which they match. */
export function ZoneList({ form, zones, onChange }: ZoneListProps) {
  const error = form.error('zones')
  return (
    <>
      {error && <p className="text-danger">{error}</p>}
      <RowList
        label="Zones"
        rows={zones}
        keyOf={({ key }) => key}
        nameOf={(zone) => zone.name || `zone ${zones.indexOf(zone) + 1}`}
        onChange={onChange}
        add="Add zone"
        makeRow={newZone}
      >
        {(zone, index, controls) => (
          <ZoneFields
            form={form}
            index={index}
            zone={zone}
            controls={controls}
            onChange={(next) =>
              onChange(zones.map((other) => (other === zone ? { ...other, ...next } : other)))
            }
          />
        )}
      </RowList>
    </>
  )
}
