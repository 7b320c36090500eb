import { dashboardLinks } from '#contract/dashboard-links.ts'
import { useState } from 'react'
import { createSpecificationInput, type AdminSpecification } from '#contract/catalog/admin/specification.ts'
import { specifications } from '#web/data/admin/catalog/specifications.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { useTableState } from '#web/ui/table/use-table-state.ts'
import { actionsColumn, indexColumn, productsColumn } from '../list-page/columns.tsx'
import { counted } from '../list-page/delete-dialog.tsx'
import { ListPage, type ListFormProps } from '../list-page/list-page.tsx'
import { AddCard } from '../record-form/add-card.tsx'
import { describeForm } from '../record-form/describe-form.ts'
import { checkbox, text } from '../record-form/fields.tsx'
import { headingField, RenameDialog } from './rename-dialog.tsx'

const row = {
  idOf: ({ specificationid }: AdminSpecification) => specificationid,
  nameOf: ({ specificationName }: AdminSpecification) => specificationName,
}

export default function Specifications() {
  const table = useTableState({ search: 'Search specifications', sort: 'position' })
  const query = specifications.useList(table.query)
  const { update, remove, order } = specifications.useChanges()
  const [renaming, setRenaming] = useState<AdminSpecification>()
  const names = specifications.useAll().data?.map((one) => [row.idOf(one), row.nameOf(one)] as const)
  return (
    <>
      <ListPage<AdminSpecification>
        {...row}
        title="Manage Specifications"
        noun="specification"
        order={{ title: 'Order of the specifications', items: names, save: order }}
        deletion={{
          text: 'The specification will be removed from the shop.',
          usedBy: ({ products }) => counted(products, 'product', 'products'),
          moveTargets: names,
          isPending: remove.isPending,
          remove: ({ specificationid }, moveTo, handlers) =>
            remove.mutate({ specificationid, ...moveTo }, handlers),
        }}
        form={(props) => <AddSpecification {...props} />}
        list={{
          caption: 'Specifications',
          exportUrl: dashboardLinks.listExport('specifications'),
          table,
          query,
          empty: <EmptyState title="No specifications available" text="Add the first one with the form." />,
          columns: ({ onDelete }) => [
            indexColumn,
            {
              id: 'name',
              name: 'Specification Name',
              sort: ['name', 'name_desc'],
              cell: ({ specificationName }) => (
                <span className="font-medium wrap-anywhere">{specificationName}</span>
              ),
            },
            {
              id: 'heading',
              name: 'Heading',
              optional: true,
              cell: ({ heading }) => <span className="wrap-anywhere">{heading}</span>,
            },
            {
              id: 'filterable',
              name: 'Filter',
              optional: true,
              cell: ({ specificationid, specificationName, filterable, version }) => (
                <label className="grid size-8 cursor-pointer place-items-center">
                  <input
                    type="checkbox"
                    aria-label={`Show ${specificationName} as a filter`}
                    checked={filterable}
                    onChange={({ target }) =>
                      update.mutate({
                        specificationid,
                        specificationName,
                        filterable: target.checked,
                        version,
                      })
                    }
                    className="size-5 cursor-pointer accent-ink"
                  />
                </label>
              ),
            },
            productsColumn,
            actionsColumn({ onEdit: setRenaming, onDelete }, { ...row, subject: 'specification' }),
          ],
        }}
      />
      {renaming && <RenameDialog specification={renaming} onClose={() => setRenaming(undefined)} />}
    </>
  )
}

/** Adds a specification, which products can then describe. */
function AddSpecification({ onDone, firstField }: ListFormProps<AdminSpecification>) {
  const { create } = specifications.useChanges()
  const form = describeForm(createSpecificationInput, {
    specificationName: text('Specification Name', {
      ref: firstField,
      hint: 'Such as Material or Weight',
      maxLength: 200,
    }),
    heading: headingField,
    filterable: checkbox('Show as a filter'),
  })
  return (
    <AddCard
      title="Add Specification"
      of={form}
      draft="specification new"
      submit={create.mutateAsync}
      onDone={onDone}
    />
  )
}
