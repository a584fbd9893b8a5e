import { createHash } from 'node:crypto'
import { readConfig } from '@ingot/api/config'
import { sentJobs } from '@ingot/api/features'
import { identityOf } from '@ingot/api/features/identity/identity'
import { findByIdentifier } from '@ingot/api/features/identity/store'
import { addAddress } from '@ingot/api/features/wallet/addresses'
import { createWallet } from '@ingot/api/features/wallet/wallet'
import { connect } from '@ingot/db/connect'
import { openOutbox } from '@ingot/db/jobs'
import { createLog } from '@ingot/db/log'
import { openFiles } from '@ingot/providers/files/open'
import type { Stack } from './stack.ts'
import type { StoryClock } from './story-clock.ts'

/** One that everybody knows from the standard for addresses, so nobody keeps anything there. */
const saved = { address: '0x52908400098527886E0F7030069857D2E4169EE7', label: 'Hardware wallet' }

/**
 * Puts an address into a customer's book. By the service and not over HTTP: that would ask for 2FA, and whoever turns on
 * 2FA that was on before waits two days until something leaves, as every visitor would then.
 */
export const saveAddress = async (
  { databaseUrl, settings }: Pick<Stack, 'databaseUrl' | 'settings'>,
  email: string,
  { now }: StoryClock,
) => {
  const config = readConfig({ ...settings, NODE_ENV: 'development' })
  const db = connect(databaseUrl, { part: 'seed', max: 2 })
  const outbox = await openOutbox(databaseUrl, sentJobs, () => undefined)
  try {
    const customer = await findByIdentifier(db, email)
    if (!customer) throw new Error(`there is no customer ${email}`)
    const log = createLog('seed', 'silent')
    const identity = identityOf({ config, db, log, outbox, files: openFiles(config.FILES_URL), now })
    const key = 'demonstration'
    await addAddress(createWallet(config, identity), customer, saved, {
      from: { address: '127.0.0.1', agent: '' },
      operation: {
        caller: customer.id,
        endpoint: 'addAddress',
        key,
        requestHash: createHash('sha256').update(key).digest(),
      },
      useGrants: async () => undefined,
    })
  } finally {
    await outbox.close()
    await db.destroy()
  }
}
