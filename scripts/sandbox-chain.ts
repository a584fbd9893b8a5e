import { join } from 'node:path'
import { prepareSandbox } from '@ingot/chain/deploying/prepare-sandbox'
import { sandboxClient } from '@ingot/sandbox/client'

const gasMoney = '100'

/** Our contracts on the sandbox's chain, and what the parts of the stack have to know of them. */
export const openSandboxChain = async (sandbox: string, data: string) => {
  const { chain } = sandboxClient(sandbox)
  const rpcUrl = `${sandbox}/chain`
  const { feeder } = await chain.state()
  const { addresses, addressesFile, keys, contracts } = await prepareSandbox({
    rpcUrl,
    feeder,
    folder: join(data, 'chain'),
    fund: (address) => chain.faucet({ address, asset: 'BNB', amount: gasMoney }),
  })
  await chain.registerContracts(contracts)
  return {
    CHAIN_RPC_URL: rpcUrl,
    CHAIN_ADDRESSES: addressesFile,
    CHAIN_SETTLEMENT: addresses.settlement,
    CHAIN_WALLET_IMPLEMENTATION: addresses.walletImplementation,
    EXPLORER_TRANSACTION_PREFIX: `${sandbox}/explorer/tx/`,
    PUBLIC_NODE_URL: rpcUrl,
    CHAIN_NAME: 'BNB Smart Chain (sandbox)',
    CHAIN_SETTLER_KEY: keys.settler,
    CHAIN_ISSUER_KEY: keys.issuer,
    CHAIN_ATTESTOR_KEY: keys.attestor,
    CHAIN_ANCHORER_KEY: keys.anchorer,
  }
}
