/** Lower-case hexadecimal digits without 0x. */
export type Hex = string

export const assetsOfTrees = ['QMGT', 'USDAU', 'GAE', 'GAEX', 'GCA', 'GDS', 'USDT'] as const
export type AssetOfTree = (typeof assetsOfTrees)[number]

/** What is owed in one asset: how deep its tree is, what stands at its root, and the total in integer units. */
export type TreeOfHeader = { asset: AssetOfTree; decimals: number; depth: number; root: Hex; total: string }

/** What one snapshot says, and what is signed and put on chain as its hash. `docs/reserves.md` has the bytes. */
export type Header = {
  version: 1
  number: number
  /** As toISOString writes it. */
  takenAt: string
  /** The last entry of the ledger that counts. */
  entry: string
  /** The newest seal of the ledger at that time. */
  seal: { number: string; hash: Hex } | null
  trees: TreeOfHeader[]
  bars: { hash: Hex; count: number; fineGrams: string }
  /** The hash of the header before. */
  previous: Hex | null
}

/** The hash is that of the header's bytes; the signature is ECDSA with P-256 and SHA-256 over the 32 bytes of the hash, r ‖ s. */
export type Signed = { header: Header; hash: Hex; signature: Hex }

/** Null only where no chain is configured: then nothing is served as proven. */
export type Anchored = Signed & {
  anchor: { chainId: number; contract: string; transaction: string; block: number } | null
}

/** One part of a balance: where its leaf is, and in base64 the siblings from the leaf up, 48 bytes each: hash ‖ total. */
export type PartOfProof = { index: number; units: string; path: string }

export type Proof = {
  version: 1
  snapshot: Anchored
  /** The public key that signs: the point of P-256 uncompressed, 65 bytes. */
  key: Hex
  /** The customer's own address, in lower case. */
  wallet: string
  /** 48 bytes: 32 that the portal keeps for the customer, and 16 that the customer's browser chose, or zeros before it did. */
  secret: Hex
  /** Every tree of the header, in its order; no parts where the customer has none. */
  of: { asset: AssetOfTree; units: string; parts: PartOfProof[] }[]
}

/** Grams and fineness as decimal text; `fineGrams` is at most gross × fineness / 1000. */
export type BarOfList = {
  serial: string
  brand: string
  refiner: string
  grossGrams: string
  fineness: string
  fineGrams: string
  year: number | null
  vault: string
}
