import { createHash } from 'node:crypto'
import { readConfig } from '@ingot/api/config'
import { sentJobs } from '@ingot/api/features'
import { demoPeople } from '@ingot/api/features/identity/demo-people'
import { identityOf } from '@ingot/api/features/identity/identity'
import { findByIdentifier } from '@ingot/api/features/identity/store'
import { addAddress } from '@ingot/api/features/wallet/addresses'
import { sendTransfer } from '@ingot/api/features/wallet/sending'
import { createWallet } from '@ingot/api/features/wallet/wallet'
import { connect } from '@ingot/db/connect'
import { openOutbox } from '@ingot/db/jobs'
import { createLog } from '@ingot/db/log'
import { transferQmgt, transferUsdau, transferUsdt } from '@ingot/endpoints/wallet'
import type { SendableAsset } from '@ingot/endpoints/wallet-fields'
import { openFiles } from '@ingot/providers/files/open'
import type { Stack } from './stack.ts'
import type { StoryClock } from './story-clock.ts'

const { customer, friend } = demoPeople

/** One that everybody knows from the standard for addresses, so nobody keeps anything there. */
const saved = { address: '0x52908400098527886E0F7030069857D2E4169EE7', label: 'Hardware wallet' }

/** Between the two demo customers. The name is that of the operation: under it, it is done once. */
export type StoryTransfer = { name: string; from: 'customer' | 'friend'; asset: SendableAsset; amount: string }

const endpointOf = { USDT: transferUsdt, QMGT: transferQmgt, USDAU: transferUsdau }

type Surroundings = Pick<Stack, 'databaseUrl' | 'settings'>
type Named = { endpoint: string; key: string }

/**
 * Does what asks for 2FA in the name of a demo customer: by the service and not over HTTP. Whoever turns on 2FA that was on
 * before waits two days until something leaves, as every visitor would then.
 */
const openWallet = async ({ databaseUrl, settings }: Surroundings, { now }: StoryClock, email: string) => {
  const config = readConfig({ ...settings, NODE_ENV: 'development' })
  const db = connect(databaseUrl, { part: 'seed', max: 2 })
  const outbox = await openOutbox(databaseUrl, sentJobs, () => undefined)
  const close = async () => {
    await outbox.close()
    await db.destroy()
  }
  const person = await findByIdentifier(db, email)
  if (!person) {
    await close()
    throw new Error(`there is no customer ${email}`)
  }
  const log = createLog('seed', 'silent')
  const identity = identityOf({ config, db, log, outbox, files: openFiles(config.FILES_URL), now })
  const askedAs = ({ endpoint, key }: Named) => ({
    from: { address: '127.0.0.1', agent: '' },
    operation: { caller: person.id, endpoint, key, requestHash: createHash('sha256').update(key).digest() },
    useGrants: async () => undefined,
  })
  return { wallet: createWallet(config, identity), person, askedAs, close }
}

/** Puts an address into the customer's book. */
export const saveAddress = async (around: Surroundings, clock: StoryClock) => {
  const { wallet, person, askedAs, close } = await openWallet(around, clock, customer.email)
  const asked = askedAs({ endpoint: 'addAddress', key: 'demonstration' })
  await addAddress(wallet, person, saved, asked).finally(close)
}

export const transfer = async (around: Surroundings, clock: StoryClock, given: StoryTransfer) => {
  const [sender, receiver] = given.from === 'customer' ? [customer, friend] : [friend, customer]
  const { wallet, person, askedAs, close } = await openWallet(around, clock, sender.email)
  const asked = askedAs({ endpoint: endpointOf[given.asset].name, key: `demonstration-${given.name}` })
  await sendTransfer(wallet, person, given.asset, { receiver: receiver.username, amount: given.amount }, asked).finally(
    close,
  )
}
