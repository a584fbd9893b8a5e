import type { PolicyNumber } from '@ingot/endpoints/policy'
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useHasRole } from '../../lib/use-operator.ts'
import { AskApprovalDialog } from '../../ui/ask-approval-dialog.tsx'
import { AskedAbout } from '../../ui/asked-about.tsx'
import { FormText } from '../../ui/form.tsx'
import { Item, ItemFigure, ItemHistory, ItemNote, ItemWays } from '../../ui/item.tsx'
import { Moment } from '../../ui/moment.tsx'
import { exactValue, grouped, momentOf, numberShape } from './policy-form.ts'

type Version = PolicyNumber['history'][number]

/** What a number was, since when, and who changed it. */
const Told = ({ version: { value, from, asker, approver, reason }, unit }: { version: Version; unit: string }) => (
  <>
    <ItemFigure>
      {grouped(value)} {unit}
    </ItemFigure>{' '}
    from <Moment at={from} />
    {asker === null
      ? ', as the software came'
      : `, asked for by ${asker}${approver === null ? '' : `, approved by ${approver}`}`}
    {reason !== null && `: “${reason}”`}
  </>
)

const ChangeDialog = ({ number, onClose }: { number: PolicyNumber; onClose: () => void }) => {
  const { name, says, unit, least, most, isFee, now } = number
  return (
    <AskApprovalDialog
      title="Change a number"
      action="change-policy"
      thing={name}
      givenOf={({ value, from }) => ({ value: exactValue(value), from: momentOf(from) })}
      more={{
        shape: numberShape(number),
        initialValues: { value: grouped(now), from: '' },
        fields: (field) => (
          <>
            <TextInput
              label={`New value, in ${unit}`}
              description={`From ${grouped(least)} to ${grouped(most)}. It is ${grouped(now)} now.`}
              size="md"
              inputMode="decimal"
              autoComplete="off"
              {...field('value')}
            />
            <TextInput
              label="From when (optional)"
              description="In your own time zone. Without it, from the moment it is approved."
              size="md"
              type="datetime-local"
              {...field('from')}
            />
          </>
        ),
      }}
      onClose={onClose}
    >
      <FormText>{says}</FormText>
      {isFee && (
        <FormText isQuiet>This is a fee: customers are told 30 days before it changes to their disadvantage.</FormText>
      )}
    </AskApprovalDialog>
  )
}

/** One number of the policy: what it decides, what it is and may be, and what it was. */
export const NumberItem = ({ number }: { number: PolicyNumber }) => {
  const isOwner = useHasRole('Owner')
  const [isAsking, setIsAsking] = useState(false)
  const { name, says, unit, least, most, isFee, now, next, history } = number
  return (
    <Item
      heading="h3"
      title={says}
      aside={
        <ItemFigure>
          {grouped(now)} {unit}
        </ItemFigure>
      }
    >
      <ItemNote>
        {name} · from {grouped(least)} to {grouped(most)}
        {isFee && ' · a fee'}
      </ItemNote>
      {next && (
        <ItemNote>
          Next: <Told version={next} unit={unit} />
        </ItemNote>
      )}
      <AskedAbout thing={name} />
      {history.length > 0 && (
        <ItemHistory>
          {history.map((version) => (
            <li key={`${version.from} ${version.value}`}>
              <Told version={version} unit={unit} />
            </li>
          ))}
        </ItemHistory>
      )}
      {isOwner && (
        <ItemWays>
          <Button
            variant="default"
            size="xs"
            aria-label={`Ask for a change: ${says}`}
            onClick={() => setIsAsking(true)}
          >
            Ask for a change
          </Button>
        </ItemWays>
      )}
      {isAsking && <ChangeDialog number={number} onClose={() => setIsAsking(false)} />}
    </Item>
  )
}
