import type { PostalAddress } from '@ingot/endpoints/withdrawal-fields'
import type { KeyedColumn } from '../../feature.ts'
import type { PersonalData } from '../kyc/personal-data.ts'
import { digestOf } from './addresses.ts'

/** What of withdrawals hangs on a secret: where parcels go, and the codes they are handed over by. */
export const withdrawalKeys = ({ personalData }: { personalData: PersonalData }): readonly KeyedColumn[] => {
  const sealed = { secret: 'PERSONAL_DATA_SECRET', mark: personalData.mark } as const
  const renewed = (kind: 'delivery-address' | 'release-code') => (id: string, bytes: Buffer) =>
    personalData.seal(id, kind, personalData.open(id, kind, bytes))
  return [
    {
      ...{ ...sealed, what: 'delivery addresses', table: 'delivery_addresses', by: 'id', column: 'sealed' },
      renew: renewed('delivery-address'),
      digest: {
        column: 'digest',
        of: (id, bytes) => digestOf({ personalData }, personalData.open<PostalAddress>(id, 'delivery-address', bytes)),
      },
    },
    {
      ...{ ...sealed, what: 'addresses of parcels', table: 'withdrawals', by: 'customer', column: 'address' },
      renew: renewed('delivery-address'),
    },
    {
      ...{ ...sealed, what: 'release codes', table: 'withdrawals', by: 'id', column: 'release_code' },
      renew: renewed('release-code'),
    },
  ]
}
