import { type IssuedDocument, readDocument } from '@ingot/endpoints/documents'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { documentStateWords } from '../../lib/document-words.ts'
import { useDocument } from '../../lib/use-document.ts'
import { documentAddress } from '../../lib/use-making.ts'
import { DocumentPending, DocumentViewer, type ShownDocument } from '../../ui/document-viewer.tsx'
import { Notice, TextLink } from '../../ui/form.tsx'
import { Moment } from '../../ui/moment.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { EmptyState } from '../../ui/states.tsx'
import classes from './pdf-page.module.css'
import { useDocumentId } from './queries.ts'

const all = { to: '/documents', label: 'All documents' }

const Newer = ({ kind, number }: { kind: string; number: string }) => {
  const { data: id } = useDocumentId(kind, number)
  const shown = <span className={classes.number}>{number}</span>
  return id ? <TextLink to={documentAddress(id)}>{shown}</TextLink> : shown
}

/** Said before anything else: whoever opens it must not take it for what holds today. */
const NoLonger = ({ document: { kind, state, supersededBy } }: Pick<ShownDocument, 'document'>) => {
  if (state === 'valid') return null
  return (
    <Notice title="No longer valid">
      {state === 'reversed' && 'This document was reversed: what it says does not hold any more.'}
      {state === 'superseded' && 'A newer one took its place'}
      {state === 'superseded' && supersededBy !== null && (
        <>
          : <Newer kind={kind} number={supersededBy} />
        </>
      )}
    </Notice>
  )
}

const About = ({ number, subtitle, state, issuedAt }: IssuedDocument) => (
  <>
    {subtitle !== '' && <p className={classes.subtitle}>{subtitle}</p>}
    <p className={classes.about}>
      <span className={classes.number}>{number}</span> · {documentStateWords[state]} · <Moment at={issuedAt} />
    </p>
  </>
)

const Missing = () => (
  <EmptyState
    title="We could not find this document"
    action={
      <Button component={PageLink} to={all.to}>
        {all.label}
      </Button>
    }
  >
    The link may be incomplete, or the document belongs to another account.
  </EmptyState>
)

/** The heading stays the same element from loading to the end, so that it keeps the focus that it was given on arrival. */
const Frame = ({ of, children }: { of: ShownDocument | null | undefined; children: ReactNode }) => (
  <>
    <PageHeading note={of && <About {...of.document} />} back={of === null ? undefined : all}>
      {of === null ? 'Document not found' : (of?.document.title ?? 'Document')}
    </PageHeading>
    {of === null ? <Missing /> : children}
  </>
)

const Read = ({ id }: { id: string }) => {
  const query = useDocument(id)
  const { data } = query
  return (
    <Frame of={data}>
      {data ? <DocumentViewer {...data} above={<NoLonger {...data} />} /> : <DocumentPending {...query} />}
    </Frame>
  )
}

/** One of the customer's own documents: the paper itself, and the same as a page. */
export const PdfPage = () => {
  const [parameters] = useSearchParams()
  const id = parameters.get('document') ?? ''
  // What cannot be a document is not asked for.
  return readDocument.params.safeParse({ id }).success ? <Read id={id} /> : <Frame of={null}>{null}</Frame>
}
