import { Purchase } from './purchase.tsx'

export const PurchaseExtraPage = () => <Purchase product="GAEX" />
