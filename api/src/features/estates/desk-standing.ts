import type { Db, Tx } from '@ingot/db/connect'
import type { Nominee } from '@ingot/endpoints/nominee-fields'
import type { RewardAsset } from '@ingot/endpoints/reward-fields'
import { dollarTokens, owedBy } from '../debts/debts.ts'
import { freeOf, perCent } from '../debts/settling.ts'
import { openNominees } from '../nominees/sets.ts'
import { readEarned } from '../rewards/store.ts'
import { least } from '../trade/rules.ts'
import { isOnItsWay, worthOfAll } from './booking.ts'
import type { Standing } from './desk-missing.ts'
import { findNamed } from './desk-store.ts'
import type { Estates } from './estates.ts'
import { type FileRow, listFiles } from './file-store.ts'
import { type BeneficiaryRow, beneficiariesOf, type EstateRow, type Receiving } from './store.ts'
import { openReceiving } from './told.ts'

export type Shared = { receiving: Receiving; share: number }

/** Nominees as those who receive. */
const receivingOf = (nominee: Nominee): Shared => {
  const { firstName, middleName, lastName, dateOfBirth, contact, guardian, share } = nominee
  return { receiving: { firstName, middleName, lastName, dateOfBirth, contact, guardian }, share }
}

/** Who was named in the set that held, in its order. */
export const readNamed = async (
  { kyc }: Pick<Estates, 'kyc'>,
  db: Db | Tx,
  { nominee_set }: Pick<EstateRow, 'nominee_set'>,
): Promise<Shared[]> => {
  const set = nominee_set === null ? undefined : await findNamed(db, nominee_set)
  return set ? openNominees(kyc, set).map(receivingOf) : []
}

/** One text for one list of people and shares, in whatever order they stand. */
const textOf = (all: readonly Shared[]): string =>
  all
    .map(({ receiving: { guardian, ...person }, share }) =>
      JSON.stringify([
        ...[person.firstName, person.middleName, person.lastName, person.dateOfBirth, person.contact, share],
        guardian && [guardian.firstName, guardian.lastName, guardian.dateOfBirth, guardian.contact],
      ]),
    )
    .toSorted()
    .join('\n')

/** The cents that settle debts when it is approved: dollars that are free by then, with rewards that are paid first. */
const centsToSettle = async (db: Db | Tx, customer: string): Promise<bigint> => {
  const earned = await readEarned(db, customer)
  const earnedOf = (asset: RewardAsset) => earned.find((each) => each.asset === asset)?.units ?? 0n
  let cents = earnedOf('USD')
  for (const asset of dollarTokens) cents += ((await freeOf(db, customer, asset)) + earnedOf(asset)) / perCent
  return cents
}

export type Known = Standing & { files: FileRow[]; rows: BeneficiaryRow[] }

/** Everything that approving goes by, as it stands. */
export const standingOf = async (estates: Estates, db: Db | Tx, estate: EstateRow): Promise<Known> => {
  const { id, customer } = estate
  const [files, rows] = [await listFiles(db, id), await beneficiariesOf(db, id)]
  const shared = rows.map((row) => ({ id: row.id, receiving: openReceiving(estates, row), share: row.share }))
  const named = await readNamed(estates, db, estate)
  const owedCents = customer === null ? 0n : await owedBy(db, customer)
  return {
    ...{ files, rows },
    accepted: files.filter(({ accepted_at }) => accepted_at !== null),
    beneficiaries: shared.map(({ id: beneficiary, receiving, share }) => ({ ...receiving, id: beneficiary, share })),
    hadNominees: named.length > 0,
    isAsNominated: textOf(shared) === textOf(named),
    worth: customer === null ? undefined : await worthOfAll(estates, customer),
    owedCents,
    settledCents: customer === null ? 0n : least(owedCents, await centsToSettle(db, customer)),
    isOnItsWay: customer !== null && (await isOnItsWay(db, customer)),
  }
}
