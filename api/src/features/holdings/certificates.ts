import type { Part } from '@ingot/db/batch'
import type { Tx } from '@ingot/db/connect'
import type { DocumentContent } from '@ingot/endpoints/document-content'
import type { GroupKind } from '@ingot/endpoints/group-fields'
import { type Issuing, openData, secondDocument } from '../../documents/engine.ts'
import { type About, documentKind } from '../../documents/kind.ts'
import { findValid } from '../../documents/store.ts'
import { dayText, figureText } from '../../documents/words.ts'
import { shownUnits, type Wish } from './holdings.ts'

// Each purchase in a group has a certificate, which says what is left of it. It is its holder's alone, and says no price.

export type CertificateData = {
  holder: string[]
  /** As they were when it was bought. */
  group: { name: string; kind: GroupKind }
  /** When it was bought. */
  at: string
  /** What was bought, and what is left of it. */
  units: string
  left: string
  /** The first is 1; each part that ends issues another. */
  version: number
  /** The number of the one before. */
  supersedes: string | null
}

const kindWords: Record<GroupKind, string> = { family: 'Family', company: 'Company', club: 'Club' }

const grams = (units: string): string => `${figureText(units)} grams`

const wordsOf = ({ left }: CertificateData): string[] => [
  'The gold named above lies in the vault and is the holder’s alone. The group owns none of it, and nobody else in the group has a part in it.',
  left === '0'
    ? 'All of it has been ended: nothing is left of this purchase.'
    : 'It can be ended in whole or in part. A part that ends issues another version, which takes the place of this one.',
  'What the gold is worth in money follows its price. It can fall. Nothing is promised, and nothing is paid for keeping it.',
]

/** The subtitle begins with what is left, exactly: the books are compared with it. */
const layout = (data: CertificateData, { zone }: About): DocumentContent => ({
  title: 'Certificate of gold in a group',
  subtitle: `GDS, ${grams(data.left)} left, version ${data.version}`,
  holder: data.holder,
  parts: [
    {
      kind: 'facts',
      heading: 'What is certified',
      facts: [
        { label: 'Gold left', value: grams(data.left), strong: true },
        { label: 'Gold bought', value: grams(data.units) },
        { label: 'Bought on', value: dayText(data.at, zone) },
        { label: 'Group', value: data.group.name },
        { label: 'Kind of group', value: kindWords[data.group.kind] },
        { label: 'Version', value: String(data.version) },
        ...(data.supersedes === null ? [] : [{ label: 'Takes the place of', value: data.supersedes }]),
      ],
    },
    { kind: 'text', heading: 'What it means', paragraphs: wordsOf(data) },
  ],
  notes: [`The day is that of ${zone}.`, 'The group’s name is the one it had when the gold was bought.'],
})

export const groupCertificate = documentKind<CertificateData>({
  name: 'gds-certificate',
  prefix: 'GDS',
  title: 'Certificate',
  layout,
})

type Bought = { customer: string; holding: string } & Pick<CertificateData, 'holder' | 'group' | 'at' | 'units'> & Wish

/** The first one, beside the booking note. */
export const firstCertificate = (
  issuing: Issuing,
  { customer, holding, zone, paper, ...bought }: Bought,
): { id: string; parts: Part[] } =>
  secondDocument(issuing, groupCertificate, {
    ...{ customer, subject: holding, zone, paper },
    data: { ...bought, left: bought.units, version: 1, supersedes: null },
  })

export type ValidCertificate = { id: string; number: string; holding: string; data: CertificateData }

/** The one that holds of a GDS holding, which always has one. */
export const findCertificate = async (
  tx: Tx,
  { personalData }: Pick<Issuing, 'personalData'>,
  customer: string,
  holding: string,
): Promise<ValidCertificate> => {
  const found = await findValid(tx, { customer, kind: groupCertificate.name, subject: holding })
  const data = found && openData(personalData, found)
  if (!found || !data) throw new Error(`holding ${holding} has no certificate`)
  return { id: found.id, number: found.code, holding, data: data as CertificateData }
}

/** The next one, beside the termination note: says what is left, and takes the place of the one before. */
export const nextCertificate = (
  issuing: Issuing,
  { customer, left, zone, paper }: { customer: string; left: bigint } & Wish,
  { id, number, holding, data }: ValidCertificate,
): Part[] =>
  secondDocument(
    issuing,
    groupCertificate,
    {
      ...{ customer, subject: holding, zone, paper },
      data: { ...data, left: shownUnits(left), version: data.version + 1, supersedes: number },
    },
    id,
  ).parts
