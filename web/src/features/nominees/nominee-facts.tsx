import type { Nominee } from '@ingot/endpoints/nominee-fields'
import { idTypeWords } from '../../lib/id-type-words.ts'
import { formatSharedDay } from '../../lib/local-format.ts'
import { shareWords } from '../../lib/share-words.ts'
import { Fact, Facts } from '../../ui/facts.tsx'

export const nameOf = ({
  firstName,
  middleName = '',
  lastName,
}: {
  firstName: string
  middleName?: string
  lastName: string
}) => [firstName, middleName, lastName].filter((part) => part !== '').join(' ')

const dayWords = (day: string) => formatSharedDay(new Date(`${day}T00:00:00Z`))

/** All that is known of one nominee. */
export const NomineeFacts = ({ nominee, hasShare = false }: { nominee: Nominee; hasShare?: boolean }) => {
  const { guardian } = nominee
  return (
    <Facts>
      {hasShare && <Fact name="Share">{shareWords(nominee.share)}</Fact>}
      <Fact name="Born">{dayWords(nominee.dateOfBirth)}</Fact>
      <Fact name="Reached at">{nominee.contact}</Fact>
      <Fact name="Address">
        {nominee.address}, {[nominee.postalCode, nominee.city].filter((part) => part !== '').join(' ')}
      </Fact>
      <Fact name="Relation">{nominee.relationTestator}</Fact>
      <Fact name="Document">{idTypeWords[nominee.idType]}</Fact>
      {guardian && (
        <Fact name="Guardian">
          {nameOf(guardian)}, born {dayWords(guardian.dateOfBirth)}, {guardian.contact}
        </Fact>
      )}
    </Facts>
  )
}
