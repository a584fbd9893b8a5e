import { Skeleton } from '@mantine/core'
import type { Ref } from 'react'
import { useDocumentFile } from '../lib/use-document.ts'
import classes from './document-viewer.module.css'
import { FailedState, LoadingState } from './states.tsx'
import { useBlobAddress } from './use-blob-address.ts'

/** The document itself, as the browser shows it. */
export const PdfFrame = ({ id, number, ref }: { id: string; number: string; ref: Ref<HTMLIFrameElement> }) => {
  const { data, isError, isFetching, refetch } = useDocumentFile(id)
  const address = useBlobAddress(data)
  if (address !== undefined)
    return (
      // As wide as there is room, and without the column of small pages.
      <iframe ref={ref} className={classes.pdf} title={`${number} as a PDF`} src={`${address}#navpanes=0&view=FitH`} />
    )
  if (isError)
    return (
      <FailedState title="The PDF could not be loaded" isRetrying={isFetching} onRetry={() => void refetch()}>
        What stands on it is shown on this page.
      </FailedState>
    )
  return (
    <LoadingState label="Loading the PDF">
      <Skeleton className={classes.pdf} radius={12} />
    </LoadingState>
  )
}
