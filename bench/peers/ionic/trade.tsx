import {
  IonBackButton,
  IonButton,
  IonButtons,
  IonCheckbox,
  IonContent,
  IonHeader,
  IonInput,
  IonItem,
  IonLabel,
  IonList,
  IonPage,
  IonRange,
  IonSegment,
  IonSegmentButton,
  IonTitle,
  IonToolbar,
  useIonAlert,
  useIonToast,
} from '@ionic/react'
import { Book } from '../shared/book.tsx'
import { grouped } from '../shared/exchange.ts'
import { Facts, PriceAndChart } from '../shared/parts.tsx'
import { useTicket } from '../shared/ticket.ts'

export default function Trade() {
  const [alert] = useIonAlert()
  const [toast] = useIonToast()
  const ticket = useTicket()
  const { last, change, orders, base, quote } = ticket

  const confirm = () =>
    alert({
      message: `${ticket.side} ${ticket.amount} ${base} at ${ticket.price} ${quote}`,
      buttons: [
        { text: 'Cancel', role: 'cancel' },
        {
          text: 'Confirm',
          handler: () =>
            void ticket.place().then(
              () => toast('Order placed', 1_500),
              (error: Error) => toast(error.message, 1_500),
            ),
        },
      ],
    })

  return (
    <IonPage>
      <IonHeader>
        <IonToolbar>
          <IonButtons slot="start">
            <IonBackButton defaultHref="/market" />
          </IonButtons>
          <IonTitle>{`${base}/${quote}`}</IonTitle>
        </IonToolbar>
        <IonToolbar>
          <IonSegment value="spot">
            {['Spot', 'Contract', 'Seconds'].map((name) => (
              <IonSegmentButton key={name} value={name.toLowerCase()}>
                <IonLabel>{name}</IonLabel>
              </IonSegmentButton>
            ))}
          </IonSegment>
        </IonToolbar>
      </IonHeader>
      <IonContent>
        <PriceAndChart last={last} change={change} />
        <div className="trade">
          <form
            onSubmit={(event) => {
              event.preventDefault()
              void confirm()
            }}
          >
            <IonSegment
              value={ticket.side}
              onIonChange={({ detail }) => ticket.setSide(detail.value as 'buy' | 'sell')}
            >
              <IonSegmentButton value="buy">
                <IonLabel>Buy</IonLabel>
              </IonSegmentButton>
              <IonSegmentButton value="sell">
                <IonLabel>Sell</IonLabel>
              </IonSegmentButton>
            </IonSegment>
            <IonInput
              label={`Price ${quote}`}
              labelPlacement="stacked"
              inputmode="decimal"
              value={ticket.price}
              onIonInput={({ detail }) => ticket.setPrice(detail.value ?? '')}
            />
            <IonInput
              label={`Amount ${base}`}
              labelPlacement="stacked"
              inputmode="decimal"
              placeholder="0"
              value={ticket.amount}
              onIonInput={({ detail }) => ticket.setAmount(detail.value ?? '')}
            />
            <IonRange
              aria-label="Share"
              step={25}
              snaps
              ticks
              value={ticket.share}
              onIonInput={({ detail }) => ticket.setShare(detail.value as number)}
            />
            <IonCheckbox labelPlacement="end">Take profit / stop loss</IonCheckbox>
            <Facts ticket={ticket} />
            <IonButton
              expand="block"
              type="submit"
              color={ticket.side === 'buy' ? 'success' : 'danger'}
              disabled={!ticket.amount}
            >
              {ticket.side === 'buy' ? 'Buy' : 'Sell'} {base}
            </IonButton>
          </form>
          <Book levels={ticket.levels} onPick={ticket.setPrice} />
        </div>
        <IonSegment value="orders">
          {['Open orders', 'Holdings', 'History'].map((name, view) => (
            <IonSegmentButton key={name} value={['orders', 'holdings', 'history'][view]!}>
              <IonLabel>{name}</IonLabel>
            </IonSegmentButton>
          ))}
        </IonSegment>
        {orders?.length === 0 && <p className="heads muted">No open orders</p>}
        <IonList>
          {orders?.map((order) => (
            <IonItem key={order.id}>
              <IonLabel>
                {order.type} {grouped(order.target_price)}
                <p>{`${order.filled} of ${order.amount}`}</p>
              </IonLabel>
              <IonButton slot="end" fill="outline" onClick={() => void ticket.cancel(order.id)}>
                Cancel
              </IonButton>
            </IonItem>
          ))}
        </IonList>
      </IonContent>
    </IonPage>
  )
}
