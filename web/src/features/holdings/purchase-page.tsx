import { Purchase } from './purchase.tsx'

export const PurchasePage = () => <Purchase product="GAE" />
