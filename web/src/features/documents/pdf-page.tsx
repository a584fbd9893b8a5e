import type { DocumentContent } from '@ingot/endpoints/document-content'
import { type IssuedDocument, readDocument } from '@ingot/endpoints/documents'
import { Button, Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { documentStateWords } from '../../lib/document-words.ts'
import { documentAddress } from '../../lib/use-making.ts'
import { Card } from '../../ui/card.tsx'
import { Notice, TextLink } from '../../ui/form.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Moment } from '../../ui/moment.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { EmptyState, FailedState, LoadingState } from '../../ui/states.tsx'
import { DocumentView } from './document-view.tsx'
import { PdfFrame } from './pdf-frame.tsx'
import classes from './pdf-page.module.css'
import { useDocument, useDocumentId, useDownloadDocument, useDownloadTable } from './queries.ts'

const all = { to: '/documents', label: 'All documents' }

type Shown = { document: IssuedDocument; content: DocumentContent }

const Newer = ({ kind, number }: { kind: string; number: string }) => {
  const { data: id } = useDocumentId(kind, number)
  const shown = <span className={classes.number}>{number}</span>
  return id ? <TextLink to={documentAddress(id)}>{shown}</TextLink> : shown
}

/** Said before anything else: whoever opens it must not take it for what holds today. */
const NoLonger = ({ document: { kind, state, supersededBy } }: Pick<Shown, 'document'>) => {
  if (state === 'valid') return null
  return (
    <div className={classes.notice}>
      <Notice title="No longer valid">
        {state === 'reversed' && 'This document was reversed: what it says does not hold any more.'}
        {state === 'superseded' && 'A newer one took its place'}
        {state === 'superseded' && supersededBy !== null && (
          <>
            : <Newer kind={kind} number={supersededBy} />
          </>
        )}
      </Notice>
    </div>
  )
}

const Actions = ({ document, onPrint }: { document: IssuedDocument; onPrint: () => void }) => {
  const file = useDownloadDocument(document)
  const table = useDownloadTable(document)
  return (
    <div className={classes.actions}>
      <Button loading={file.isPending} onClick={() => file.mutate()}>
        Download PDF
      </Button>
      <Button variant="default" onClick={onPrint}>
        Print
      </Button>
      {document.hasTable && (
        <Button variant="default" loading={table.isPending} onClick={() => table.mutate()}>
          Download CSV
        </Button>
      )}
      <FormProblem failure={file.error ?? table.error} />
    </div>
  )
}

/** On phones, and where the browser shows no PDF in a page, what stands on it is shown instead. */
const useCanShowPdf = (): boolean => {
  const isWide = useMediaQuery('(width > 768px)', undefined, { getInitialValueInEffect: false })
  return isWide && navigator.pdfViewerEnabled
}

const Viewer = ({ document, content }: Shown) => {
  const frame = useRef<HTMLIFrameElement>(null)
  const canShowPdf = useCanShowPdf()
  const print = () => {
    try {
      ;(frame.current?.contentWindow ?? window).print()
    } catch {
      // Some browsers keep the pages inside a PDF to themselves. Then this page is printed, which says the same.
      window.print()
    }
  }
  return (
    <>
      <NoLonger document={document} />
      <Actions document={document} onPrint={print} />
      <div className={classes.views}>
        {canShowPdf && <PdfFrame key={document.id} id={document.id} number={document.number} ref={frame} />}
        <DocumentView content={content} />
      </div>
    </>
  )
}

const lines = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth']

/** While it is not there yet: on its way, or it could not be read. */
const Pending = ({
  isError,
  isFetching,
  refetch,
}: {
  isError: boolean
  isFetching: boolean
  refetch: () => unknown
}) => {
  const canShowPdf = useCanShowPdf()
  if (isError)
    return (
      <FailedState title="The document could not be loaded" isRetrying={isFetching} onRetry={() => void refetch()}>
        Your connection may be down, or the service may be busy.
      </FailedState>
    )
  return (
    <LoadingState label="Loading the document">
      <Skeleton height={36} width={220} mb={20} />
      <div className={classes.views}>
        {canShowPdf && <Skeleton className={classes.pdf} radius={12} />}
        <Card>
          {lines.map((line) => (
            <Skeleton key={line} height={24} mb={22} />
          ))}
        </Card>
      </div>
    </LoadingState>
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
const Frame = ({ of, children }: { of: Shown | null | undefined; children: ReactNode }) => (
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
  return <Frame of={data}>{data ? <Viewer {...data} /> : <Pending {...query} />}</Frame>
}

/** One of the customer's own documents: the paper itself, and the same as a page. */
export const PdfPage = () => {
  const [parameters] = useSearchParams()
  const id = parameters.get('document') ?? ''
  // What cannot be a document is not asked for.
  return readDocument.params.safeParse({ id }).success ? <Read id={id} /> : <Frame of={null}>{null}</Frame>
}
