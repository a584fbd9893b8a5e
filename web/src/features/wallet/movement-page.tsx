import { type MovementDetails, movementCode } from '@ingot/endpoints/wallet-fields'
import { Button } from '@mantine/core'
import { Navigate, useParams } from 'react-router'
import { knownMovement, movementPage, movementWord } from '../../lib/known-words.ts'
import { movementTitle, stateWords, transferType } from '../../lib/movement-words.ts'
import { useMovement } from '../../lib/use-movement.ts'
import { CopyText } from '../../ui/copy-text.tsx'
import { FigureRow } from '../../ui/figure-rows.tsx'
import { TextLink } from '../../ui/form.tsx'
import { LedgerEntries } from '../../ui/ledger-entries.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Said } from '../../ui/said.tsx'
import { StateLine } from '../../ui/state-line.tsx'
import { useCopy } from '../../ui/use-copy.ts'
import { MovementFigures } from './movement-figures.tsx'
import { MovementCards, MovementFrame, MovementPending, PartyText } from './movement-frame.tsx'
import classes from './movement-page.module.css'
import { shownSteps } from './movement-steps.ts'
import { TransferView } from './movement-transfer.tsx'
import { ReceiptButton } from './receipt-button.tsx'

/** The receipt's address is made here and kept nowhere: whoever has it can read the receipt. */
const ShareReceipt = ({ id, type }: Pick<MovementDetails, 'id' | 'type'>) => {
  const more = movementPage({ id, type })
  const { said, copy } = useCopy({ done: 'The link was copied. The receipt shows no names and no addresses.' })
  return (
    <>
      <Button
        variant="default"
        onClick={() => void copy(new URL(`/transaction-details/${id}/${type}`, window.location.origin).href)}
      >
        Share receipt
      </Button>
      <ReceiptButton movement={id} />
      <TextLink to={`/transaction-details/${id}/${type}`}>Open receipt</TextLink>
      {more && <TextLink to={more.to}>{more.label}</TextLink>}
      <Said said={said} />
    </>
  )
}

const Shown = ({ movement }: { movement: MovementDetails }) => {
  const { id, number, type, party, steps, reason, incoming, entries } = movement
  const unnamed = knownMovement(type)?.unnamed
  return (
    <MovementCards
      amounts={
        <MovementFigures of={movement}>
          {(party || unnamed) && (
            <FigureRow name={incoming.length > 0 ? 'From' : 'To'}>
              {party ? <PartyText party={party} /> : unnamed}
            </FigureRow>
          )}
          <FigureRow name="Code">
            <CopyText label="code" value={number} />
          </FigureRow>
        </MovementFigures>
      }
      steps={
        <>
          <StateLine steps={shownSteps(steps)} />
          {reason !== null && <p className={classes.reason}>Why it was returned: {reason}</p>}
        </>
      }
      actions={
        <>
          <ShareReceipt id={id} type={type} />
          <TextLink to={`/contact-us?movement=${number}`}>Report a problem</TextLink>
        </>
      }
      below={
        <div className={classes.entries}>
          <LedgerEntries entries={entries} />
        </div>
      }
    />
  )
}

const When = ({ at, state }: Pick<MovementDetails, 'at' | 'state'>) => (
  <>
    <Moment at={at} /> · <span role="status">{stateWords[state]}</span>
  </>
)

const MovementView = ({ type, code }: { type: string; code: string }) => {
  const query = useMovement(code)
  const { data } = query
  if (data && data.type !== type) return <Navigate replace to={`/transactions/${data.type}/${code}`} />
  return (
    <MovementFrame
      title={data ? movementTitle(data) : movementWord(type)}
      note={data && <When {...data} />}
      isMissing={data === null}
    >
      {data ? <Shown movement={data} /> : <MovementPending {...query} />}
    </MovementFrame>
  )
}

/** One movement, down to the entries behind it. It follows by itself what is still on its way. */
export const MovementPage = () => {
  const { transactionType = '', transactionCode = '' } = useParams()
  // What cannot be a code is not asked for.
  if (!movementCode.safeParse(transactionCode).success)
    return (
      <MovementFrame title="" isMissing>
        {null}
      </MovementFrame>
    )
  if (transactionType === transferType) return <TransferView code={transactionCode} />
  return <MovementView type={transactionType} code={transactionCode} />
}
