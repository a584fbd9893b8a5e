import type { SavedAddress } from '@ingot/endpoints/wallet-fields'
import { NativeSelect } from '@mantine/core'
import { useAddresses } from './queries.ts'
import { partyWords } from './transfer-words.ts'

const wordsOf = ({ address, label, state }: SavedAddress): string => {
  const name = partyWords({ kind: 'address', address, label })
  return state === 'ready' ? name : `${name}, still waiting`
}

/** Fills in an address of the book; not there while the book is empty or unknown. */
export const SavedAddressChoice = ({
  receiver,
  onChoose,
}: {
  receiver: string
  onChoose: (address: string) => void
}) => {
  const { data } = useAddresses()
  if (!data || data.length === 0) return null
  return (
    <NativeSelect
      label="Saved address"
      size="md"
      value={data.some(({ address }) => address === receiver) ? receiver : ''}
      data={[
        { value: '', label: 'Choose one' },
        ...data.map((saved) => ({ value: saved.address, label: wordsOf(saved) })),
      ]}
      onChange={(event) => onChoose(event.currentTarget.value)}
    />
  )
}
