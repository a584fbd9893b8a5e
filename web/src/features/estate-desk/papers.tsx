import type { EstateDetails, EstateFile } from '@ingot/endpoints/estate-desk'
import { Button } from '@mantine/core'
import { useId, useState } from 'react'
import { saveFile } from '../../lib/save-file.ts'
import { useHasRole } from '../../lib/use-operator.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogHeader } from '../../ui/dialog-header.tsx'
import { FormText } from '../../ui/form.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Moment } from '../../ui/moment.tsx'
import { useBlobAddress } from '../../ui/use-blob-address.ts'
import classes from './estate-desk.module.css'
import { kindWords, nameOf, takesPapers } from './estate-words.ts'
import { AcceptDialog, AddDialog } from './paper-dialogs.tsx'
import { Part } from './parts.tsx'
import { useAcceptPaper, useOpenPaper, useOpenStatement } from './queries.ts'

type Of = { estate: EstateDetails; file: EstateFile }

const Opened = ({ name, content, onClose }: { name: string; content: Blob; onClose: () => void }) => {
  const id = useId()
  const address = useBlobAddress(content)
  return (
    <Dialog title={id} className={classes.dialog} onClose={onClose}>
      <div className={classes.content}>
        <DialogHeader id={id} onClose={onClose}>
          {name}
        </DialogHeader>
        {address !== undefined &&
          (content.type === 'application/pdf' ? (
            <iframe className={classes.paper} title={name} src={`${address}#navpanes=0&view=FitH`} />
          ) : (
            <img className={classes.picture} src={address} alt={name} />
          ))}
        <div>
          <Button variant="default" onClick={() => saveFile(name, content)}>
            Save it
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

/** Shown on the page where the browser can, else saved. */
const Opening = ({ name, open }: { name: string; open: ReturnType<typeof useOpenStatement> }) => {
  const isShown = open.data && (open.data.type !== 'application/pdf' || navigator.pdfViewerEnabled)
  return (
    <>
      <Button
        variant="default"
        size="xs"
        aria-label={`Open ${name}`}
        loading={open.isPending}
        onClick={() =>
          open.mutate(undefined, {
            onSuccess: (content) => {
              if (content.type === 'application/pdf' && !navigator.pdfViewerEnabled) saveFile(name, content)
            },
          })
        }
      >
        Open
      </Button>
      {isShown && <Opened name={name} content={open.data} onClose={open.reset} />}
      <FormProblem failure={open.error} />
    </>
  )
}

const OpeningPaper = ({ estate, file: { id, name } }: Of) => <Opening name={name} open={useOpenPaper(estate.id, id)} />

/** Ours, made when it was approved. */
const Statement = ({ estate: { id, reference } }: { estate: EstateDetails }) => (
  <li>
    <div className={classes.head}>
      <h3 className={classes.name}>Statement as of the day of death</h3>
      <span>Signed by us</span>
    </div>
    <div className={classes.ways}>
      <Opening name={`estate-${reference}-statement.pdf`} open={useOpenStatement(id)} />
    </div>
  </li>
)

const Judging = ({ estate, file }: Of) => {
  const [isAccepting, setIsAccepting] = useState(false)
  const accept = useAcceptPaper(estate.id, file.id)
  const { name, kind, beneficiary, acceptedBy } = file
  const takeBack = () => accept.mutate({ accepted: false, kind, ...(beneficiary !== null && { beneficiary }) })
  return (
    <>
      {acceptedBy === null ? (
        <Button variant="default" size="xs" aria-label={`Accept ${name}`} onClick={() => setIsAccepting(true)}>
          Accept
        </Button>
      ) : (
        <Button
          variant="default"
          size="xs"
          aria-label={`Take that back: ${name}`}
          loading={accept.isPending}
          onClick={takeBack}
        >
          Take that back
        </Button>
      )}
      {isAccepting && <AcceptDialog estate={estate} file={file} onClose={() => setIsAccepting(false)} />}
      <FormProblem failure={accept.error} />
    </>
  )
}

const sentWords = { reporter: 'sent by who reports', operator: 'added by an operator' } as const

const Paper = ({ estate, file, mayAct }: Of & { mayAct: boolean }) => {
  const { name, kind, beneficiary, sentBy, sentAt, acceptedBy, isErased } = file
  const whose = estate.beneficiaries.find(({ id }) => id === beneficiary)
  return (
    <li>
      <div className={classes.head}>
        <h3 className={classes.name}>
          {kindWords[kind]}
          {whose && ` of ${nameOf(whose)}`}
        </h3>
        <span>{acceptedBy === null ? 'Not accepted' : `Accepted by ${acceptedBy}`}</span>
      </div>
      <span className={classes.quiet}>
        {name}, {sentWords[sentBy]}, <Moment at={sentAt} />
      </span>
      {isErased ? (
        <span className={classes.quiet}>Erased</span>
      ) : (
        <div className={classes.ways}>
          <OpeningPaper estate={estate} file={file} />
          {mayAct && <Judging estate={estate} file={file} />}
        </div>
      )}
    </li>
  )
}

/** What was sent and added, and whether each is what it says it is. */
export const Papers = ({ estate }: { estate: EstateDetails }) => {
  const [isAdding, setIsAdding] = useState(false)
  const mayAct = useHasRole('Owner', 'Compliance') && takesPapers(estate.state)
  const { files, statement } = estate
  return (
    <Part title="Papers">
      {files.length === 0 && statement === null ? (
        <FormText isQuiet>None yet.</FormText>
      ) : (
        <ul className={classes.list} aria-label="Papers">
          {statement !== null && <Statement estate={estate} />}
          {files.map((file) => (
            <Paper key={file.id} estate={estate} file={file} mayAct={mayAct} />
          ))}
        </ul>
      )}
      {mayAct && (
        <div>
          <Button variant="default" onClick={() => setIsAdding(true)}>
            Add a paper
          </Button>
        </div>
      )}
      {files.length > 0 && <p className={classes.quiet}>Each opening is recorded with your name.</p>}
      {isAdding && <AddDialog estate={estate} onClose={() => setIsAdding(false)} />}
    </Part>
  )
}
