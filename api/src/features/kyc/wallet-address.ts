import { type Address, getContractAddress, type Hex, toHex } from 'viem'

export type WalletFactory = { settlement: string; implementation: string }

/** Where the wallet of the customer with this number is, or will be: CREATE2 of a minimal proxy (ERC-1167), salted with it. */
export const walletAddressOf = ({ settlement, implementation }: WalletFactory, number: bigint): Address => {
  const target = implementation.slice(2).toLowerCase()
  const bytecode: Hex = `0x3d602d80600a3d3981f3363d3d373d3d3d363d73${target}5af43d82803e903d91602b57fd5bf3`
  const from = settlement.toLowerCase() as Address
  return getContractAddress({ opcode: 'CREATE2', from, salt: toHex(number, { size: 32 }), bytecode })
}
