import type { DeskTicketDetails } from '@ingot/endpoints/ticket-fields'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { DecisionDialog } from '../../ui/decision-dialog.tsx'
import { FormText } from '../../ui/form.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Part } from './parts.tsx'
import { useCloseTicket, useMark, useTake } from './queries.ts'
import classes from './ticket-desk.module.css'

type Shown = { ticket: DeskTicketDetails }
type InDialog = Shown & { onClose: () => void }

const CloseDialog = ({ ticket: { id, reference }, onClose }: InDialog) => {
  const close = useCloseTicket(id)
  return (
    <DecisionDialog
      title={`Close ${reference}`}
      button="Close the ticket"
      told="By e-mail: “Your ticket is closed”, and that a reply within 30 days opens it again."
      send={({ reason }) => close.mutateAsync(reason)}
      onClose={onClose}
    />
  )
}

const ComplaintDialog = ({ ticket: { id, complaint }, onClose }: InDialog) => {
  const mark = useMark(id)
  const isComplaint = complaint === null
  return (
    <DecisionDialog
      title={isComplaint ? 'This is a complaint' : 'This is no complaint'}
      button={isComplaint ? 'Mark it' : 'Take the mark off'}
      send={({ reason }) => mark.mutateAsync({ isComplaint, reason })}
      onClose={onClose}
    >
      <FormText>
        {isComplaint
          ? 'Its clock starts now: acknowledge it within 2 business days and answer it within 15. Compliance sees it.'
          : 'Its clock ends, and Compliance no longer sees it.'}
      </FormText>
    </DecisionDialog>
  )
}

export const Actions = ({ ticket }: Shown) => {
  const { id, taken, state, complaint } = ticket
  const [open, setOpen] = useState<'close' | 'complaint' | null>(null)
  const take = useTake(id)
  const onClose = () => setOpen(null)
  return (
    <Part title="What to do">
      <div className={classes.ways}>
        {taken === null && (
          <Button variant="default" loading={take.isPending} onClick={() => take.mutate(true)}>
            Take it
          </Button>
        )}
        {taken?.isMine && (
          <Button variant="default" loading={take.isPending} onClick={() => take.mutate(false)}>
            Give it back
          </Button>
        )}
        <Button variant="default" onClick={() => setOpen('complaint')}>
          {complaint === null ? 'Mark as a complaint' : 'Not a complaint'}
        </Button>
        {state !== 'Closed' && (
          <Button variant="default" onClick={() => setOpen('close')}>
            Close
          </Button>
        )}
      </div>
      <FormProblem failure={take.error} />
      {open === 'close' && <CloseDialog ticket={ticket} onClose={onClose} />}
      {open === 'complaint' && <ComplaintDialog ticket={ticket} onClose={onClose} />}
    </Part>
  )
}
