import type { Approval } from '@ingot/endpoints/approvals'
import { type BankLine, lineThing } from '@ingot/endpoints/bank'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useHasRole } from '../../lib/use-operator.ts'
import { Asked } from '../../ui/asked-about.tsx'
import { TextLink } from '../../ui/form.tsx'
import { Item, ItemFigure, ItemNote, ItemWays } from '../../ui/item.tsx'
import classes from './bank.module.css'
import { Dollars, dayWords } from './dollars.tsx'
import { KeepDialog, MatchDialog, ReturnDialog } from './line-dialogs.tsx'

type Proposal = BankLine['proposals'][number]

const nameOf = ({ name, direction }: BankLine) =>
  name ?? (direction === 'in' ? 'Sender not told' : 'Recipient not told')

const CustomerLink = ({ customer: { id, username } }: { customer: NonNullable<BankLine['customer']> }) => (
  <TextLink to={`/operator/customers/${id}`}>{username}</TextLink>
)

/** Who is on the other side, and where it stands in the bank's own papers. */
const About = ({ line }: { line: BankLine }) => {
  const { bookedOn, ultimateName, lastFour, sequence, number, isReversal, direction } = line
  const behind = direction === 'in' ? 'on behalf of' : 'in favour of'
  const told = [
    dayWords(bookedOn),
    lastFour && `account …${lastFour}`,
    ultimateName && `${behind} ${ultimateName}`,
    isReversal && 'undoes an earlier one',
    `statement ${sequence}, no. ${number}`,
  ]
  return <ItemNote>{told.filter(Boolean).join(' · ')}</ItemNote>
}

/** What was written with it, word for word: nobody has checked it. */
const Written = ({ line: { reference, text, endToEndId } }: { line: BankLine }) => {
  const parts = [
    ['Reference', reference],
    ['Text', text],
    ['End-to-end id', endToEndId],
  ].filter(([, value]) => value)
  return (
    parts.length > 0 && (
      <dl className={classes.written}>
        {parts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    )
  )
}

const Proposals = ({
  line: { proposals },
  onMatch,
}: {
  line: BankLine
  /** Where whoever looks may ask for it. */
  onMatch: ((proposal: Proposal) => void) | undefined
}) =>
  proposals.length > 0 && (
    <div>
      <p className={classes.became}>
        <strong>It could be</strong>
      </p>
      <ul className={classes.proposals}>
        {proposals.map((proposal) => (
          <li key={proposal.remittance}>
            <span>
              Remittance {proposal.number} of <CustomerLink customer={proposal.customer} />
              <span className={classes.why}>{proposal.why}</span>
            </span>
            {onMatch && (
              <Button
                variant="default"
                size="xs"
                aria-label={`Match with remittance ${proposal.number}`}
                onClick={() => onMatch(proposal)}
              >
                Match
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  )

/** One line: what the bank wrote, what it became, and for one in suspense what could be done about it. */
export const LineItem = ({ line, asked }: { line: BankLine; asked: readonly Approval[] }) => {
  const mayAsk = useHasRole('Owner', 'Finance')
  const [matching, setMatching] = useState<Proposal | null>(null)
  const [isReturning, setIsReturning] = useState(false)
  const [isKeeping, setIsKeeping] = useState(false)
  const { id, direction, amount, state, became, customer, number } = line
  const about = asked.filter(({ thing }) => thing === lineThing(id))
  const mayDecide = mayAsk && state === 'Suspense' && about.length === 0
  return (
    <Item
      heading="h3"
      title={nameOf(line)}
      aside={
        <ItemFigure>
          <Dollars value={direction === 'in' ? `+${amount}` : `−${amount}`} />
        </ItemFigure>
      }
    >
      <About line={line} />
      <Written line={line} />
      <p className={classes.became}>
        <strong>{state}</strong>
        {became !== null && ` · ${became}`}
        {customer && (
          <>
            {' · '}
            <CustomerLink customer={customer} />
          </>
        )}
      </p>
      <Asked approvals={about} />
      <Proposals line={line} onMatch={mayDecide ? setMatching : undefined} />
      {mayDecide && (
        <ItemWays>
          <Button variant="default" size="xs" aria-label={`Return line ${number}`} onClick={() => setIsReturning(true)}>
            Return
          </Button>
          <Button variant="default" size="xs" aria-label={`Keep line ${number}`} onClick={() => setIsKeeping(true)}>
            Keep
          </Button>
        </ItemWays>
      )}
      {matching && <MatchDialog line={line} proposal={matching} onClose={() => setMatching(null)} />}
      {isKeeping && <KeepDialog line={line} onClose={() => setIsKeeping(false)} />}
      {isReturning && <ReturnDialog line={line} onClose={() => setIsReturning(false)} />}
    </Item>
  )
}
