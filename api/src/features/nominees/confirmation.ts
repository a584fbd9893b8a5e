import type { Tx } from '@ingot/db/connect'
import type { DocumentContent } from '@ingot/endpoints/document-content'
import { issueDocument } from '../../documents/engine.ts'
import { type About, documentKind } from '../../documents/kind.ts'
import { dayText, momentText } from '../../documents/words.ts'
import { holderOf } from '../kyc/holder.ts'
import { shareText } from './checking.ts'
import type { Nominees } from './nominees.ts'
import { openNominees } from './sets.ts'
import type { NomineeSetRow } from './store.ts'

/** What is told of a set that was confirmed. How the nominees are reached does not stand on it: whoever checks it need not know. */
export type NomineesData = {
  holder: string[]
  version: number
  confirmedAt: string
  inForceFrom: string
  nominees: {
    name: string
    dateOfBirth: string
    relation: string
    share: number
    guardian: { name: string; dateOfBirth: string } | null
  }[]
}

const words = [
  'Whoever is named here receives what lies in the account, by these shares, once the house has seen that the account’s owner has died. Whoever is under age receives through the guardian.',
  'A nominee receives. Who inherits is the law’s question: this confirmation is no will, and takes nothing from whoever inherits.',
  'It holds from the time above, until another one comes into force. One that was taken back before holds never: whether it was, is told where this document is checked.',
]

const layout = (data: NomineesData, { zone }: About): DocumentContent => ({
  title: 'Confirmation of nominees',
  subtitle: `Version ${data.version}, confirmed on ${dayText(data.confirmedAt, zone)}`,
  holder: data.holder,
  parts: [
    {
      kind: 'facts',
      heading: 'What was confirmed',
      facts: [
        { label: 'Version', value: String(data.version) },
        { label: 'Confirmed', value: momentText(data.confirmedAt, zone) },
        { label: 'In force from', value: momentText(data.inForceFrom, zone), strong: true },
        ...(data.nominees.length === 0 ? [{ label: 'Nominees', value: 'Nobody is named', strong: true }] : []),
      ],
    },
    ...(data.nominees.length === 0
      ? []
      : [
          {
            kind: 'table' as const,
            heading: 'Who receives',
            columns: [
              { label: 'Name', align: 'start' as const, share: 4 },
              { label: 'Born', align: 'start' as const, share: 2 },
              { label: 'Relation', align: 'start' as const, share: 2 },
              { label: 'Share', align: 'end' as const, share: 1.5 },
            ],
            rows: data.nominees.map(({ name, dateOfBirth, relation, share }) => [
              name,
              dateOfBirth,
              relation,
              shareText(share),
            ]),
            sums: [['Together', '', '', shareText(data.nominees.reduce((sum, { share }) => sum + share, 0))]],
            empty: 'Nobody is named.',
          },
        ]),
    ...guardiansOf(data),
    { kind: 'text', heading: 'What it means', paragraphs: words },
  ],
  notes: [`Times are those of ${zone}.`],
})

const guardiansOf = ({ nominees }: NomineesData): DocumentContent['parts'] => {
  const facts = nominees.flatMap(({ name, guardian }) =>
    guardian ? [{ label: `For ${name}`, value: `${guardian.name}, born ${guardian.dateOfBirth}` }] : [],
  )
  return facts.length === 0 ? [] : [{ kind: 'facts', heading: 'Guardians', facts }]
}

export const nomineeConfirmation = documentKind<NomineesData>({
  name: 'nominees',
  prefix: 'NC',
  title: 'Confirmation of nominees',
  layout,
})

const fullName = (...parts: string[]) => parts.filter((part) => part !== '').join(' ')

/** In the transaction that confirms, and at its end: the number is taken last. Nobody asked for a zone. */
export const issueConfirmation = async (
  tx: Tx,
  { kyc }: Pick<Nominees, 'kyc'>,
  set: NomineeSetRow & { version: number; confirmed_at: Date; in_force_from: Date },
): Promise<string> => {
  const { id, customer, version, confirmed_at, in_force_from } = set
  const data: NomineesData = {
    holder: await holderOf(tx, kyc, customer),
    version,
    confirmedAt: confirmed_at.toISOString(),
    inForceFrom: in_force_from.toISOString(),
    nominees: openNominees(kyc, set).map((each) => ({
      name: fullName(each.firstName, each.middleName, each.lastName),
      dateOfBirth: each.dateOfBirth,
      relation: each.relationTestator,
      share: each.share,
      guardian: each.guardian && {
        name: fullName(each.guardian.firstName, each.guardian.lastName),
        dateOfBirth: each.guardian.dateOfBirth,
      },
    })),
  }
  const wanted = { customer, subject: id, data, zone: 'UTC', paper: 'A4' as const }
  return (await issueDocument(kyc, tx, nomineeConfirmation, wanted)).id
}
