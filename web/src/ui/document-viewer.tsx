import type { DocumentContent } from '@ingot/endpoints/document-content'
import type { IssuedDocument } from '@ingot/endpoints/documents'
import { Button, Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useRef } from 'react'
import { useDownloadDocument, useDownloadTable } from '../lib/use-document.ts'
import { Card } from './card.tsx'
import { DocumentView } from './document-view.tsx'
import classes from './document-viewer.module.css'
import { FormProblem } from './form-problem.tsx'
import { PdfFrame } from './pdf-frame.tsx'
import { FailedState, LoadingState } from './states.tsx'

export type ShownDocument = { document: IssuedDocument; content: DocumentContent }

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

/** A document that is there: the paper itself, and the same as a page; to be kept and printed. */
export const DocumentViewer = ({
  document,
  content,
  above,
}: ShownDocument & {
  /** What whoever opens it must know first. */
  above?: ReactNode
}) => {
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
      {above}
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
export const DocumentPending = ({
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
