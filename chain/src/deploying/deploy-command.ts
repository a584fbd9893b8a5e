import { listenersProblem } from '@ingot/db/outside'
import { formatUnits, http, isAddress, isHex, parseUnits } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { deploy, type Outside } from './deploy.ts'
import { type OutsideLimits, usualLimits } from './outside-policy.ts'

/** Deploys from settings in the environment. Only the deployer's key is needed; of the others, the addresses. */
async function main(env: NodeJS.ProcessEnv): Promise<void> {
  const wrong: string[] = []

  function read<Text extends string>(name: string, what: string, fits: (text: string) => text is Text): Text {
    const text = env[name] ?? ''
    if (!fits(text)) wrong.push(`${name} must be ${what}`)
    return text as Text
  }

  const isUrl = (text: string): text is string => URL.canParse(text)
  const isPath = (text: string): text is string => text !== ''
  const isKey = (text: string): text is `0x${string}` => isHex(text) && text.length === 66
  const address = (name: string) => read(name, 'an address', (text): text is `0x${string}` => isAddress(text))

  const url = read('CHAIN_RPC_URL', 'the address of a node', isUrl)
  const file = read('CHAIN_ADDRESSES', 'the path of the addresses file', isPath)
  const key = read('CHAIN_DEPLOYER_KEY', 'a private key: 0x and 64 hex digits', isKey)
  const keys = {
    admin: address('CHAIN_ADMIN'),
    attestor: address('CHAIN_ATTESTOR'),
    issuer: address('CHAIN_ISSUER'),
    pauser: address('CHAIN_PAUSER'),
    settler: address('CHAIN_SETTLER'),
    ...(env.CHAIN_ANCHORER && { anchorer: address('CHAIN_ANCHORER') }),
  }
  const outside: Outside = env.CHAIN_SANDBOX_FEEDER
    ? { sandbox: true, feeder: address('CHAIN_SANDBOX_FEEDER') }
    : { usdt: address('CHAIN_USDT'), aggregator: address('CHAIN_AGGREGATOR') }
  const isAmount = (text: string): text is string => /^\d{1,10}(\.\d{1,18})?$/.test(text)
  const limit = (name: string, usual: bigint): bigint => {
    const text = env[name] ? read(name, 'an amount, such as 500000', isAmount) : ''
    return isAmount(text) ? parseUnits(text, 18) : usual
  }
  const limits: OutsideLimits = {
    usdt: limit('CHAIN_LIMIT_USDT', usualLimits.usdt),
    qmgt: limit('CHAIN_LIMIT_QMGT', usualLimits.qmgt),
    usdau: limit('CHAIN_LIMIT_USDAU', usualLimits.usdau),
  }
  const listeners = env.NODE_ENV === 'production' && listenersProblem(url)
  if (listeners) wrong.push(`CHAIN_RPC_URL ${listeners}`)
  if (wrong.length > 0) throw new Error(wrong.join('\n'))

  const deployer = privateKeyToAccount(key)
  const addresses = await deploy({ transport: http(url), deployer, keys, outside, limits, file })
  for (const [name, found] of Object.entries(addresses)) console.log(`${name.padEnd(22)}${found}`)
  for (const [name, units] of Object.entries(limits))
    console.log(`${`limit of ${name}`.padEnd(22)}${formatUnits(units, 18)}`)
}

try {
  await main(process.env)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
