/** A part with a form that opens in place. Whoever holds several lets one be open at a time. */
export type Openable = { isOpen: boolean; onOpen: () => void; onClose: () => void }
