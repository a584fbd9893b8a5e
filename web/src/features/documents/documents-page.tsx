import { Button } from '@mantine/core'
import { useAddressFields } from '../../lib/address-fields.ts'
import { knowsPage } from '../../lib/known-pages.ts'
import { DocumentRow } from '../../ui/document-row.tsx'
import { FormWays, TextLink } from '../../ui/form.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { AcceptedTexts } from './accepted-texts.tsx'
import { DocumentsFilter, filterOf, noFilter } from './documents-filter.tsx'
import classes from './documents-page.module.css'
import { GetDocument } from './get-document.tsx'
import { useDocuments } from './queries.ts'

const ways = [
  { to: '/GAE/Account-Statement', label: 'GAE account statement' },
  { to: '/documents/sent', label: 'Documents you sent us' },
  { to: '/verify', label: 'Check a document' },
]

const OtherWays = () => {
  const known = ways.filter(({ to }) => knowsPage(to))
  if (known.length === 0) return null
  return (
    <div className={classes.ways}>
      <FormWays>
        {known.map(({ to, label }) => (
          <TextLink key={to} to={to}>
            {label}
          </TextLink>
        ))}
      </FormWays>
    </div>
  )
}

const NothingFound = ({ onShowAll }: { onShowAll: () => void }) => (
  <EmptyState
    title="No matching documents"
    action={
      <Button variant="default" onClick={onShowAll}>
        Show all
      </Button>
    }
  >
    Nothing of this kind was issued in this period.
  </EmptyState>
)

/** Every paper the customer was given, newest first, and the way to another one. */
export const DocumentsPage = () => {
  const [form, setForm] = useAddressFields(noFilter)
  const filter = filterOf(form)
  const documents = useDocuments(filter)
  const isNarrowed = Object.values(filter).some((value) => value !== undefined)
  return (
    <>
      <PageHeading note="Statements, notes, confirmations and receipts, numbered and signed.">Documents</PageHeading>
      <GetDocument />
      <OtherWays />
      <h2 className={classes.heading}>Your documents</h2>
      <DocumentsFilter form={form} seenKinds={documents.data?.map(({ kind }) => kind) ?? []} onChange={setForm} />
      <PagedList
        what="documents"
        query={documents}
        dayOf={({ issuedAt }) => issuedAt}
        empty={
          isNarrowed ? (
            <NothingFound onShowAll={() => setForm(noFilter)} />
          ) : (
            <EmptyState title="No documents yet">
              What you get above is kept here, and so are booking notes, termination notes and receipts.
            </EmptyState>
          )
        }
      >
        {(document) => <DocumentRow key={document.id} document={document} />}
      </PagedList>
      <AcceptedTexts />
    </>
  )
}
