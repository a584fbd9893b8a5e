import { type Beneficiary, beneficiaryThing, type EstateDetails } from '@ingot/endpoints/estate-desk'
import type { EstatePart } from '@ingot/endpoints/estate-fields'
import { Button } from '@mantine/core'
import { useId, useState } from 'react'
import { useAskedAbout } from '../../lib/asking.ts'
import { shareWords } from '../../lib/share-words.ts'
import { useHasRole } from '../../lib/use-operator.ts'
import { Amount } from '../../ui/amount.tsx'
import { AskApprovalDialog } from '../../ui/ask-approval-dialog.tsx'
import { AskedAbout } from '../../ui/asked-about.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogHeader } from '../../ui/dialog-header.tsx'
import { FormText, TextLink } from '../../ui/form.tsx'
import { Moment } from '../../ui/moment.tsx'
import classes from './estate-desk.module.css'
import { dayWords, isProven, nameOf } from './estate-words.ts'
import { FindCustomer, type Named } from './find-customer.tsx'
import { Part } from './parts.tsx'

type Of = { estate: EstateDetails; person: Beneficiary }

/** Something may come in after all the others had theirs, or be left for who can be given nothing any more. */
const isUnknown = ({ estate: { state }, person: { customer, isReceiving, parts } }: Of): boolean =>
  !isReceiving &&
  (customer === null || parts.some(({ passedAt }) => passedAt === null)) &&
  (state === 'Approved' || (state === 'Distributed' && parts.some(({ passedAt }) => passedAt === null)))

const PartLine = ({ part: { asset, product, number, amount, cost, passedAt } }: { part: EstatePart }) => (
  <li>
    <div className={classes.head}>
      <span>
        {product === null ? asset : `${product}${number === null ? '' : ` ${number}`}`}
        <span className={classes.quiet}>
          {passedAt === null ? (
            'Set aside'
          ) : (
            <>
              Passed on <Moment at={passedAt} />
            </>
          )}
        </span>
      </span>
      <span className={`${classes.figure} ${classes.sum}`}>
        <Amount value={amount} asset={asset} />
        {cost !== null && (
          <span className={classes.quiet}>
            cost <Amount value={cost} asset="USD" />
          </span>
        )}
      </span>
    </div>
  </li>
)

/** Who somebody is, said by two operators: found first, then asked for. */
const LinkDialogs = ({ person, onClose }: { person: Beneficiary; onClose: () => void }) => {
  const id = useId()
  const [chosen, setChosen] = useState<Named | null>(null)
  const name = nameOf(person)
  if (chosen)
    return (
      <AskApprovalDialog
        title={`${name} is ${chosen.username}`}
        action="link-beneficiary"
        thing={beneficiaryThing(person.id)}
        givenOf={() => ({ customer: chosen.id })}
        onClose={onClose}
      >
        <FormText>
          {shareWords(person.share)} of the estate is passed on to {chosen.username} at once
          {person.isMinor && ', as the guardian'}. Make sure that it is the same person.
        </FormText>
      </AskApprovalDialog>
    )
  return (
    <Dialog title={id} className={classes.dialog} onClose={onClose}>
      <div className={classes.content}>
        <DialogHeader id={id} onClose={onClose}>
          {`Which customer is ${name}?`}
        </DialogHeader>
        {person.isMinor && <FormText>While {name} is under age, this is the guardian.</FormText>}
        <FindCustomer onChoose={setChosen} />
      </div>
    </Dialog>
  )
}

const Linking = ({ person }: { person: Beneficiary }) => {
  const [isOpen, setIsOpen] = useState(false)
  const isAsked = useAskedAbout(beneficiaryThing(person.id)).data?.length !== 0
  return (
    <>
      {!isAsked && (
        <div>
          <Button
            variant="default"
            size="xs"
            aria-label={`Say which customer it is: ${nameOf(person)}`}
            onClick={() => setIsOpen(true)}
          >
            Say which customer it is
          </Button>
        </div>
      )}
      {isOpen && <LinkDialogs person={person} onClose={() => setIsOpen(false)} />}
    </>
  )
}

const Linked = ({ person: { customer, linkedAt, asGuardian } }: { person: Beneficiary }) =>
  customer && (
    <p className={classes.quiet}>
      {asGuardian ? 'The guardian is ' : 'This is '}
      <TextLink to={`/operator/customers/${customer.id}`}>{customer.username}</TextLink>
      {linkedAt !== null && (
        <>
          , known since <Moment at={linkedAt} />
        </>
      )}
    </p>
  )

const Who = ({ estate, person }: Of) => {
  const { dateOfBirth, contact, guardian, isMinor, customer, asGuardian } = person
  const gone = asGuardian ? 'Of age by now: to be linked anew' : 'The account is closed: to be linked anew'
  return (
    <span className={classes.quiet}>
      Born {dayWords(dateOfBirth)} · {contact}
      {estate.state === 'Documents' &&
        (isProven(estate, person) ? ' · identity accepted' : ' · identity not accepted yet')}
      {guardian && (
        <span className={classes.step}>
          {isMinor ? 'Under age. ' : ''}Guardian: {nameOf(guardian)}, born {dayWords(guardian.dateOfBirth)} ·{' '}
          {guardian.contact}
        </span>
      )}
      {isUnknown({ estate, person }) && (
        <span className={classes.step}>{customer ? gone : 'Not linked to a customer yet'}</span>
      )}
    </span>
  )
}

const Person = ({ estate, person }: Of) => {
  const mayAct = useHasRole('Owner', 'Compliance')
  const { id, share, parts } = person
  const isToBeKnown = isUnknown({ estate, person })
  return (
    <li>
      <div className={classes.head}>
        <h3 className={classes.name}>{nameOf(person)}</h3>
        <span className={classes.figure}>{shareWords(share)}</span>
      </div>
      <Who estate={estate} person={person} />
      <Linked person={person} />
      {isToBeKnown && <AskedAbout thing={beneficiaryThing(id)} />}
      {isToBeKnown && mayAct && <Linking person={person} />}
      {parts.length > 0 && (
        <ul className={`${classes.list} ${classes.parts}`} aria-label={`What ${nameOf(person)} receives`}>
          {parts.map((part) => (
            <PartLine key={part.id} part={part} />
          ))}
        </ul>
      )}
    </li>
  )
}

/** Who receives, how much, and what was passed on. */
export const Beneficiaries = ({ estate }: { estate: EstateDetails }) => {
  const { beneficiaries, diedOn } = estate
  if (diedOn === null) return null
  return (
    <Part title="Who receives">
      {beneficiaries.length === 0 ? (
        <p className={classes.quiet}>Nobody was named. A court’s paper says who receives.</p>
      ) : (
        <ul className={classes.list}>
          {beneficiaries.map((person) => (
            <Person key={person.id} estate={estate} person={person} />
          ))}
        </ul>
      )}
      <p className={classes.quiet}>A nominee receives; who inherits is the law’s question.</p>
    </Part>
  )
}
