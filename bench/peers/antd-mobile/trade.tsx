import {
  Button,
  Checkbox,
  Dialog,
  Empty,
  Input,
  List,
  NavBar,
  Segmented,
  Slider,
  Stepper,
  Tabs,
  Toast,
  unstableSetRender,
} from 'antd-mobile'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { useNavigate } from 'react-router-dom'
import { Book } from '../shared/book.tsx'
import { grouped } from '../shared/exchange.ts'
import { Facts, PriceAndChart } from '../shared/parts.tsx'
import { useTicket } from '../shared/ticket.ts'

// Its dialogs and toasts are drawn apart from the page, which needs to be told how since React 19.
unstableSetRender((node, container) => {
  const root = createRoot(container)
  root.render(node)
  return async () => root.unmount()
})

export default function Trade() {
  const navigate = useNavigate()
  const ticket = useTicket()
  const { last, change, orders, base, quote } = ticket
  const [hasExits, setExits] = useState(false)

  async function confirm() {
    const isSure = await Dialog.confirm({
      content: `${ticket.side} ${ticket.amount} ${base} at ${ticket.price} ${quote}`,
      confirmText: 'Confirm',
      cancelText: 'Cancel',
    })
    if (!isSure) return
    await ticket.place().then(
      () => Toast.show('Order placed'),
      (error: Error) => Toast.show(error.message),
    )
  }

  return (
    <>
      <NavBar onBack={() => navigate('/market')}>{`${base}/${quote}`}</NavBar>
      <Tabs defaultActiveKey="spot">
        <Tabs.Tab key="spot" title="Spot" />
        <Tabs.Tab key="contract" title="Contract" />
        <Tabs.Tab key="seconds" title="Seconds" />
      </Tabs>
      <PriceAndChart last={last} change={change} />
      <div className="trade">
        <form
          onSubmit={(event) => {
            event.preventDefault()
            void confirm()
          }}
        >
          <Segmented
            block
            options={[
              { label: 'Buy', value: 'buy' },
              { label: 'Sell', value: 'sell' },
            ]}
            value={ticket.side}
            onChange={(side) => ticket.setSide(side as 'buy' | 'sell')}
          />
          <p className="muted">Price {quote}</p>
          <Stepper
            style={{ width: '100%' }}
            stringMode
            digits={2}
            step={0.01}
            min="0"
            value={ticket.price}
            onChange={(price) => ticket.setPrice(price ?? '')}
          />
          <p className="muted">Amount {base}</p>
          <Input
            inputMode="decimal"
            placeholder="0"
            clearable
            value={ticket.amount}
            onChange={ticket.setAmount}
          />
          <Slider
            ticks
            step={25}
            value={ticket.share}
            onChange={(share) => ticket.setShare(share as number)}
          />
          <Checkbox checked={hasExits} onChange={setExits}>
            Take profit / stop loss
          </Checkbox>
          <Facts ticket={ticket} />
          <Button
            block
            type="submit"
            color={ticket.side === 'buy' ? 'success' : 'danger'}
            disabled={!ticket.amount}
          >
            {ticket.side === 'buy' ? 'Buy' : 'Sell'} {base}
          </Button>
        </form>
        <Book levels={ticket.levels} onPick={ticket.setPrice} />
      </div>
      <Tabs defaultActiveKey="orders">
        <Tabs.Tab key="orders" title="Open orders">
          {orders?.length === 0 && <Empty description="No open orders" />}
          <List>
            {orders?.map((order) => (
              <List.Item
                key={order.id}
                description={`${order.filled} of ${order.amount}`}
                extra={
                  <Button size="mini" onClick={() => void ticket.cancel(order.id)}>
                    Cancel
                  </Button>
                }
              >
                {order.type} {grouped(order.target_price)}
              </List.Item>
            ))}
          </List>
        </Tabs.Tab>
        <Tabs.Tab key="holdings" title="Holdings" />
        <Tabs.Tab key="history" title="History" />
      </Tabs>
    </>
  )
}
