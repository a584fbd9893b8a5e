import type { DeskWithdrawalDetails } from '@ingot/endpoints/withdrawal-desk'
import { Button } from '@mantine/core'
import { useRef } from 'react'
import { saveFile } from '../../lib/save-file.ts'
import { FormText } from '../../ui/form.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { useBlobAddress } from '../../ui/use-blob-address.ts'
import { useLabel } from './queries.ts'
import classes from './withdrawal-desk.module.css'

/** The label, shown by the browser itself where it can, else saved. */
export const Label = ({ withdrawal: { id, number } }: { withdrawal: DeskWithdrawalDetails }) => {
  const frame = useRef<HTMLIFrameElement>(null)
  const label = useLabel(id)
  const shown = useBlobAddress(label.data)
  const name = `label-${number}.pdf`
  const open = () =>
    label.mutate(undefined, {
      onSuccess: (file) => {
        if (!navigator.pdfViewerEnabled) saveFile(name, file)
      },
    })
  return (
    <div className={classes.part}>
      <div className={classes.ways}>
        <Button variant="default" loading={label.isPending} onClick={open}>
          Open the label
        </Button>
        {label.data && navigator.pdfViewerEnabled && (
          <>
            <Button variant="default" onClick={() => frame.current?.contentWindow?.print()}>
              Print the label
            </Button>
            <Button variant="default" onClick={() => label.data && saveFile(name, label.data)}>
              Save the label
            </Button>
          </>
        )}
      </div>
      <FormProblem failure={label.error} />
      {shown !== undefined && navigator.pdfViewerEnabled ? (
        <iframe
          ref={frame}
          className={classes.label}
          title={`Label of withdrawal ${number}`}
          src={`${shown}#navpanes=0`}
        />
      ) : (
        <FormText isQuiet>Nothing on it tells what is inside. Each opening is recorded.</FormText>
      )}
    </div>
  )
}
