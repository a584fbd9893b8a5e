import type { AbiParameter, Address, Hex } from 'viem'
import { showUnits } from './amounts.ts'
import type { Token, Tokens } from './explorer-tokens.ts'

/** A value with the name its contract gives it; a list or a structure has parts. */
export type Field = { name: string; text: string; address: Address | null; parts: Field[] | null }

/** Fields that hold an amount of the token at hand, or a price. */
const AMOUNTS = ['amount', 'value', 'units', 'answer', 'current']

/** Who receives a leg of a settlement: a wallet named by its salt, an address, or nobody. The contract counts them. */
const RECEIVERS = ['a wallet', 'outside', 'nobody']
const OUTSIDE = 1

/** Makes readable what a call or an event carries. */
export const openFieldReader = (tokens: Tokens, bytesText: (bytes: Hex) => string) => {
  const fieldOf = async (parameter: AbiParameter, value: unknown, token: Token | null): Promise<Field> => {
    const base = { name: parameter.name ?? '', address: null, parts: null }
    const list = /^(.*)\[\d*\]$/.exec(parameter.type)?.[1]
    if (list !== undefined && Array.isArray(value)) {
      const parts = value.map((one, index) =>
        fieldOf({ ...parameter, type: list, name: String(index + 1) }, one, token),
      )
      return { ...base, text: `${value.length}`, parts: await Promise.all(parts) }
    }
    if (parameter.type === 'tuple' && 'components' in parameter)
      return { ...base, text: '', parts: await fieldsOf(parameter.components, value, token) }
    if (parameter.type === 'address')
      return { ...base, text: String(value), address: String(value).toLowerCase() as Address }
    if (typeof value === 'bigint' && token !== null && AMOUNTS.includes(base.name))
      return { ...base, text: `${showUnits(value, token.decimals)} ${token.symbol}` }
    if (parameter.type === 'bytes') return { ...base, text: bytesText(value as Hex) }
    return { ...base, text: String(value) }
  }

  /** Values come as a list, or by name when all have one. A token among them is what amounts beside it are of. */
  const fieldsOf = async (
    parameters: readonly AbiParameter[],
    values: unknown,
    token: Token | null,
  ): Promise<Field[]> => {
    const given = (values ?? []) as Record<string | number, unknown>
    const pairs = parameters.map((parameter, index) => ({
      parameter,
      value: Array.isArray(values) ? values[index] : given[parameter.name ?? index],
    }))
    const named = pairs.find(({ parameter }) => parameter.name === 'token' && parameter.type === 'address')
    const receiver = pairs.find(({ parameter }) => parameter.name === 'receiver' && parameter.type === 'uint8')?.value
    const ours = named === undefined ? token : await tokens.tokenAt(String(named.value).toLowerCase() as Address)
    return Promise.all(
      pairs.map(({ parameter, value }) => {
        if (receiver === undefined || parameter.type === 'tuple') return fieldOf(parameter, value, ours)
        if (parameter.name === 'receiver') return fieldOf(parameter, RECEIVERS[Number(value)] ?? value, ours)
        // The address is what the lower 20 bytes say.
        const isAddress = parameter.name === 'to' && parameter.type === 'bytes32' && receiver === OUTSIDE
        return isAddress
          ? fieldOf({ ...parameter, type: 'address' }, `0x${String(value).slice(-40)}`, ours)
          : fieldOf(parameter, value, ours)
      }),
    )
  }

  return fieldsOf
}
