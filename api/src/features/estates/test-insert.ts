import { randomUUID } from 'node:crypto'
import type { Db } from '@ingot/db/connect'
import { sql } from 'kysely'
import type { PersonalData } from '../kyc/personal-data.ts'
import type { Receiving, Told } from './store.ts'

type Given = { db: Db; kyc: { personalData: PersonalData }; now: () => Date }

const told: Told = {
  reporter: { name: 'Rita Reporter', email: 'rita@example.org', phone: '', relation: 'Child' },
  deceased: {
    ...{ firstName: 'Ada', lastName: 'King', dateOfBirth: '1950-01-01', dateOfDeath: '2026-10-01', email: '' },
  },
  words: '',
}
const heir: Receiving = {
  ...{ firstName: 'Hal', middleName: '', lastName: 'Heir', dateOfBirth: '1980-01-01', contact: '+442079460000' },
  guardian: null,
}

/** For tests: an estate of a customer with all its papers, or one that two have approved. */
export const insertTestEstate = async (
  { db, kyc: { personalData }, now }: Given,
  customer: string,
  state: 'Documents' | 'Approved',
): Promise<{ estate: string; beneficiary: string }> => {
  const [estate, beneficiary, at] = [randomUUID(), randomUUID(), now()]
  const [digest] = personalData.digests('test', estate)
  const approved = state === 'Approved' ? { at, asker: randomUUID(), by: randomUUID() } : null
  await sql`
    insert into estates (id, state, source, reported_at, sealed, digest, customer, checked_at, waiting_from, waiting_until,
      documents_at, died_on, approved_at, asked_by, approved_by)
    values (${estate}, ${state}, 'operator', ${at}, ${personalData.seal(estate, 'estate', told)}, ${digest}, ${customer}, ${at},
      ${at}, ${at}, ${at}, '2026-10-01', ${approved?.at ?? null}, ${approved?.asker ?? null}, ${approved?.by ?? null})`.execute(
    db,
  )
  await sql`
    insert into estate_beneficiaries (id, estate, place, share, sealed)
    values (${beneficiary}, ${estate}, 1, 10000, ${personalData.seal(beneficiary, 'beneficiary', heir)})`.execute(db)
  for (const kind of ['death-certificate', 'court-paper', 'identity'])
    await sql`
      insert into estate_files (id, estate, kind, beneficiary, sent_by, name, type, bytes, sealed_key, sent_at, kept_until,
        accepted_at, accepted_by)
      values (${randomUUID()}, ${estate}, ${kind}, ${kind === 'identity' ? beneficiary : null}, 'operator', ${`${kind}.pdf`},
        'pdf', 1, ${Buffer.from('none')}, ${at}, ${at}, ${at}, ${randomUUID()})`.execute(db)
  return { estate, beneficiary }
}
