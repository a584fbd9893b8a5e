import { type Address, getContractAddress, type Hex, toHex } from 'viem'

export type WalletFactory = { settlement: string; implementation: string }

/** Where the wallet of the customer with this salt is, or will be: CREATE2 of a minimal proxy (ERC-1167). */
export const walletAddressOf = ({ settlement, implementation }: WalletFactory, salt: Uint8Array): Address => {
  const target = implementation.slice(2).toLowerCase()
  const bytecode: Hex = `0x3d602d80600a3d3981f3363d3d373d3d3d363d73${target}5af43d82803e903d91602b57fd5bf3`
  const from = settlement.toLowerCase() as Address
  return getContractAddress({ opcode: 'CREATE2', from, salt: toHex(salt), bytecode })
}
