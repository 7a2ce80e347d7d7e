import { MerchantPanel } from './merchant-panel.tsx'
import { OrderPanel } from './order-panel.tsx'

const MERCHANT = 'merchant-'
const ORDER = 'order-'

/** What waits in the queue: an order, or an application; its id says which. */
export const RequestPanel = ({ id, onClose }: { id: string; onClose(): void }) =>
  id.startsWith(MERCHANT) ? (
    <MerchantPanel id={id.slice(MERCHANT.length)} onClose={onClose} />
  ) : (
    <OrderPanel id={id.replace(ORDER, '')} onClose={onClose} />
  )
