import type { DeliveryAddress } from '@ingot/endpoints/withdrawal-fields'
import { Button } from '@mantine/core'
import { useId } from 'react'
import { countryName } from '../../lib/country-names.ts'
import { formatMoment } from '../../lib/local-format.ts'
import { LinkButton } from '../../ui/form.tsx'
import { useRemoveAddress } from './queries.ts'
import { isUsable } from './withdrawal-words.ts'
import classes from './withdrawals.module.css'

const whenWords = ({ id, usableFrom }: DeliveryAddress): string | undefined => {
  if (id === 'verified') return 'your verified address'
  if (usableFrom === null || Date.parse(usableFrom) <= Date.now()) return undefined
  return `can be used from ${formatMoment(new Date(usableFrom))}`
}

const Remove = ({ address }: { address: DeliveryAddress }) => {
  const remove = useRemoveAddress(address)
  return (
    <LinkButton
      aria-label={`Remove the address ${address.street}`}
      disabled={remove.isPending}
      onClick={() => remove.mutate()}
    >
      Remove
    </LinkButton>
  )
}

const Address = ({
  address,
  group,
  isChosen,
  onChoose,
}: {
  address: DeliveryAddress
  group: string
  isChosen: boolean
  onChoose: () => void
}) => {
  const { id, name, street, postalCode, city, country } = address
  const when = whenWords(address)
  return (
    <div className={classes.option}>
      <label>
        <input
          type="radio"
          name={group}
          value={id}
          checked={isChosen}
          disabled={!isUsable(address)}
          onChange={onChoose}
        />
        <span>
          {name}
          <small>
            {[street, `${postalCode} ${city}`.trim(), countryName(country)].join(', ')}
            {when !== undefined && ` · ${when}`}
          </small>
        </span>
      </label>
      {id !== 'verified' && <Remove address={address} />}
    </div>
  )
}

/** Where the parcel goes: the verified address first, those that were added below it, and a way to add one. */
export const AddressChoice = ({
  addresses,
  chosen,
  onChoose,
  onAdd,
}: {
  addresses: readonly DeliveryAddress[]
  chosen: string | undefined
  onChoose: (id: string) => void
  onAdd: () => void
}) => {
  const group = useId()
  return (
    <fieldset className={classes.field}>
      <legend>Deliver to</legend>
      {addresses.length > 0 && (
        <div className={classes.choices}>
          {addresses.map((address) => (
            <Address
              key={address.id}
              address={address}
              group={group}
              isChosen={address.id === chosen}
              onChoose={() => onChoose(address.id)}
            />
          ))}
        </div>
      )}
      <div className={classes.below}>
        <Button variant="default" size="sm" onClick={onAdd}>
          Add an address
        </Button>
      </div>
    </fieldset>
  )
}
