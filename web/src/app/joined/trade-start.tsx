import '../told.ts'
import { AlertMe } from '../../features/alerts/alert-me.tsx'
import { TradePage } from '../../features/trade/trade.tsx'

export const TradeStart = () => <TradePage besidePrice={<AlertMe />} />
