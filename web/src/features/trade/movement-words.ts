/** What a movement is called. Each product has its own types; one that is not listed is told by its name. */
const words: Readonly<Record<string, string>> = {
  buy: 'Bought',
  sell: 'Sold',
  swap: 'Swapped',
  deposit: 'Deposit',
  'transfer-in': 'Received from a customer',
  'transfer-out': 'Sent to a customer',
  send: 'Sent to an address',
  'send-returned': 'Returned',
}

export const wordOf = (type: string): string => {
  const told = words[type] ?? type.replaceAll('-', ' ')
  return told.charAt(0).toUpperCase() + told.slice(1)
}
