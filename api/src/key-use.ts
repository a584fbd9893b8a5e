import type { Db } from '@ingot/db/connect'
import { type RawBuilder, sql } from 'kysely'
import type { Keys } from './features/identity/keys.ts'
import type { Kind, PersonalData } from './features/kyc/personal-data.ts'
import { CannotOpen } from './sealing.ts'

/** How many are taken at a time; whoever writes meanwhile waits for nobody. */
const page = 200

/** Sealed bytes in a column, and how they are sealed anew. */
type SealedColumn = {
  secret: 'IDENTITY_SECRET' | 'PERSONAL_DATA_SECRET'
  what: string
  table: string
  owner: string
  column: string
  mark: Buffer
  renew: (customer: string, sealed: Buffer) => Buffer
}

type Using = { keys: Keys; personalData: PersonalData }

const sealedColumns = ({ keys, personalData }: Using): SealedColumn[] => {
  const ofIdentity = (what: string, column: string): SealedColumn => ({
    ...{ secret: 'IDENTITY_SECRET', what, table: 'customers', owner: 'id', column, mark: keys.sealing.mark },
    renew: (customer, sealed) => keys.encrypt(customer, keys.decrypt(customer, sealed)),
  })
  const ofPerson = (what: string, table: string, column: string, kind: Kind): SealedColumn => ({
    ...{ secret: 'PERSONAL_DATA_SECRET', what, table, owner: 'customer', column, mark: personalData.mark },
    renew: (customer, sealed) => personalData.seal(customer, kind, personalData.open(customer, kind, sealed)),
  })
  return [
    ofIdentity('2FA secrets', 'totp_secret'),
    ofIdentity('2FA secrets being set up', 'totp_pending_secret'),
    ofPerson('personal information', 'kyc_personal', 'sealed', 'personal'),
    ofPerson('drafts', 'kyc_drafts', 'sealed', 'draft'),
    ofPerson('reviews', 'kyc_applicants', 'review_sealed', 'review'),
    ofPerson('documents', 'kyc_applicants', 'documents_sealed', 'documents'),
  ]
}

export type KeyUse = { secret: SealedColumn['secret']; what: string; newest: number; older: number }

/** What hangs on which key. What no key has marked counts as older: it comes from before keys had ids. */
export const countKeyUse = async (db: Db, using: Using): Promise<KeyUse[]> => {
  const count = async (
    of: Pick<KeyUse, 'secret' | 'what'>,
    from: RawBuilder<unknown>,
    isNewest: RawBuilder<unknown>,
  ) => {
    const { rows } = await sql<{ newest: number; older: number }>`
      select count(*) filter (where ${isNewest})::int as newest, count(*) filter (where (${isNewest}) is not true)::int as older
      from ${from}`.execute(db)
    return { ...of, newest: rows[0]?.newest ?? 0, older: rows[0]?.older ?? 0 }
  }
  const { digestKey } = using.keys
  const uses = [
    await count(
      { secret: 'IDENTITY_SECRET', what: 'PINs' },
      sql`customers where pin_hash is not null`,
      sql`pin_key = ${digestKey}`,
    ),
    await count({ secret: 'IDENTITY_SECRET', what: 'backup codes' }, sql`backup_codes`, sql`key = ${digestKey}`),
  ]
  for (const { secret, what, table, column, mark } of sealedColumns(using))
    uses.push(
      await count(
        { secret, what },
        sql`${sql.table(table)} where ${sql.ref(column)} is not null`,
        sql`substring(${sql.ref(column)} from 1 for ${mark.length}) = ${mark}`,
      ),
    )
  return uses
}

/** Seals anew whatever the newest key has not sealed. May be stopped and begun again at any time. */
export const resealAll = async (db: Db, using: Using): Promise<number> => {
  let done = 0
  for (const column of sealedColumns(using)) done += await resealColumn(db, column)
  return done
}

const resealColumn = async (db: Db, { what, table, owner, column, mark, renew }: SealedColumn): Promise<number> => {
  const [name, of, value] = [sql.table(table), sql.ref(owner), sql.ref(column)]
  let done = 0
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const { rows } = await sql<{ customer: string; sealed: Buffer }>`
      select ${of} as customer, ${value} as sealed from ${name}
      where ${of} > ${after} and ${value} is not null and substring(${value} from 1 for ${mark.length}) <> ${mark}
      order by ${of} limit ${page}`.execute(db)
    for (const { customer, sealed } of rows) {
      const renewed = renewOrName(renew, customer, sealed, what)
      // Only if nobody has written it meanwhile; and then it is sealed with the newest key already.
      const { numAffectedRows } = await sql`
        update ${name} set ${value} = ${renewed} where ${of} = ${customer} and ${value} = ${sealed}`.execute(db)
      done += Number(numAffectedRows ?? 0)
    }
    const last = rows.at(-1)
    if (!last) return done
    after = last.customer
  }
}

const renewOrName = (renew: SealedColumn['renew'], customer: string, sealed: Buffer, what: string): Buffer => {
  try {
    return renew(customer, sealed)
  } catch (error) {
    if (!(error instanceof CannotOpen)) throw error
    throw new CannotOpen(`None of the keys that are set opens the ${what} of customer ${customer}.`)
  }
}
