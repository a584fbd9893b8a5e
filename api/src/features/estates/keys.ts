import type { KeyedColumn } from '../../feature.ts'
import type { PersonalData } from '../kyc/personal-data.ts'
import { personDigests } from '../kyc/same-person.ts'
import type { Told } from './store.ts'

/** What of estates hangs on a secret: what was told, who receives, and the keys of papers. */
export const estateKeys = ({ personalData }: { personalData: PersonalData }): readonly KeyedColumn[] => {
  const sealed = { secret: 'PERSONAL_DATA_SECRET', mark: personalData.mark, by: 'id' } as const
  const renewed = (kind: 'estate' | 'beneficiary' | 'estate-file') => (id: string, bytes: Buffer) =>
    personalData.seal(id, kind, personalData.open(id, kind, bytes))
  return [
    {
      ...{ ...sealed, what: 'reports of a death', table: 'estates', column: 'sealed' },
      renew: renewed('estate'),
      digest: {
        column: 'digest',
        of: (id, bytes) => personDigests(personalData, personalData.open<Told>(id, 'estate', bytes).deceased)[0],
      },
    },
    {
      ...{ ...sealed, what: 'people who receive', table: 'estate_beneficiaries', column: 'sealed' },
      renew: renewed('beneficiary'),
    },
    {
      ...{ ...sealed, what: 'keys of papers', table: 'estate_files', column: 'sealed_key' },
      renew: renewed('estate-file'),
    },
  ]
}
