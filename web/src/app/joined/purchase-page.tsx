import { Purchase } from '../../features/holdings/purchase.tsx'
import { PlanPanel } from '../../features/plans/plan-panel.tsx'

/** Joins the two ways to save in GAE: once, and by plan. */
export const PurchasePage = () => <Purchase product="GAE" plan={<PlanPanel product="GAE" />} />
