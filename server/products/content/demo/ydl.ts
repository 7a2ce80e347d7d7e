import type { DemoContent } from './content.ts'

export const ydl: DemoContent = {
  faq: {
    register: [
      'Come apro un account?',
      'Scegli **Crea un account**, inserisci la tua email o il numero di cellulare e digita il codice di 6 cifre che ti inviamo. Poi scegli una password di almeno 6 caratteri con lettere e cifre. Puoi accedere anche con un wallet crypto o una passkey.',
    ],
    verify: [
      'Perché devo verificare la mia identità?',
      'Senza verifica puoi vedere i prezzi, depositare, fare trading spot e usare i depositi vincolati. La verifica base apre prelievi, contratti, opzioni a secondi, copy trading e altro; quella avanzata apre prestiti e limiti più alti. In [Verifica](pages/StartVerification/StartVerification) vedi che cosa apre ogni livello e che cosa manca.',
    ],
    password: [
      'Ho dimenticato la password. Che cosa faccio?',
      'Scegli **Password dimenticata?** nella pagina di accesso e digita il codice che inviamo alla tua email o al tuo cellulare. Dopo il cambio della password i prelievi sono sospesi per 24 ore, per proteggerti.',
    ],
    two_step: [
      'Come proteggo il mio account?',
      'In [Sicurezza](pages/setting/security) puoi aggiungere un’app di autenticazione o una passkey, impostare una password di pagamento, vedere le sessioni e chiuderne una qualsiasi. Puoi anche congelare subito l’account.',
    ],
    language: [
      'Come cambio la lingua o la valuta di visualizzazione?',
      'In [Impostazioni](pages/setting/setting). L’app è disponibile in sette lingue. La valuta di visualizzazione cambia solo come sono mostrati i valori, non quello che possiedi.',
    ],
    deposit: [
      'Come deposito crypto?',
      'Apri [Deposita](pages/fund/select), scegli la moneta e poi la rete, e invia all’indirizzo mostrato. Il deposito è accreditato dopo le conferme lì indicate, che puoi seguire in diretta. Scegli sempre la rete usata da chi invia.',
    ],
    deposit_missing: [
      'Il mio deposito non è arrivato. Perché?',
      'Guarda prima [i movimenti](pages/fund/assets_all_record): mostrano quante conferme mancano. Gli importi sotto il minimo e le monete inviate su un’altra rete non sono accreditati automaticamente. Conserva l’hash della transazione: serve per trovare il pagamento.',
    ],
    bank: [
      'Posso depositare con un bonifico?',
      'Sì. Scegli il bonifico in [Deposita](pages/fund/select), invia il denaro da un conto intestato a te e indica la causale mostrata. Due operatori confrontano il pagamento con la tua richiesta prima dell’accredito.',
    ],
    withdraw: [
      'Come prelevo?',
      'Salva prima l’indirizzo, poi apri [Preleva](pages/fund/withdraw). Prima della conferma vedi la commissione, il minimo e quanto arriva; la commissione è detratta dall’importo. Servono la verifica base e una password di pagamento. Il primo prelievo e quelli grandi sono controllati da due operatori.',
    ],
    withdraw_paused: [
      'Perché i miei prelievi sono sospesi?',
      'Dopo il cambio di password, password di pagamento, contatto o secondo fattore, o dopo l’aggiunta di una carta o di un indirizzo, il denaro non può uscire per 24 ore. Se il cambio è opera di altri, hai il tempo di fermarlo. La pagina dei prelievi mostra quando finisce la sospensione.',
    ],
    fees: [
      'Quanto costa?',
      'Ogni commissione è mostrata prima della conferma e ha una riga propria nell’[estratto conto](pages/setting/bill). I depositi di crypto e i trasferimenti tra i tuoi conti sono gratuiti. Nessuna commissione è nascosta in un prezzo.',
    ],
    convert: [
      'Come funziona la conversione?',
      'Ricevi una quotazione ferma per 10 secondi, con la commissione indicata a parte. [Converti](pages/fund/transfer) usa il prezzo di mercato registrato, e la ricevuta indica quale.',
    ],
    spot: [
      'Che cos’è il trading spot?',
      'Compri o vendi una moneta contro un’altra ai migliori prezzi del book. Un ordine limite aspetta il tuo prezzo; finché non è eseguito il suo denaro è bloccato e puoi annullarlo in qualsiasi momento.',
    ],
    contract: [
      'Che cosa sono i contratti?',
      'Con un contratto negozi un prezzo senza possedere l’asset. Versi un margine, e la leva moltiplica guadagni e perdite. La maggior parte dei clienti può perdere denaro: leggi l’avviso di rischio e prova prima con piccoli importi.',
    ],
    liquidation: [
      'Quando viene liquidata una posizione?',
      'Quando il prezzo mark raggiunge il prezzo di liquidazione mostrato sulla posizione. Quel prezzo comprende già lo spread e la commissione di chiusura. Non puoi perdere più del margine della posizione; aggiungendo margine il prezzo di liquidazione si allontana.',
    ],
    seconds: [
      'Che cos’è un’opzione a secondi?',
      'Indichi se un prezzo sarà più alto o più basso dopo un tempo da 60 a 300 secondi. La vincita e la perdita massima sono mostrate prima della conferma. Senza un prezzo valido all’inizio o alla fine l’ordine è nullo e l’importo torna indietro. Puoi impostare un limite di perdita o autoescluderti.',
    ],
    price: [
      'Da dove vengono i prezzi?',
      'Ogni prezzo è scritto in un registro dei prezzi firmato prima che decida qualcosa. La ricevuta indica i tick che hanno deciso la tua operazione, e puoi [verificarle](pages/verify/tape) nel tuo browser.',
    ],
    copy: [
      'Come funziona il copy trading?',
      'Scegli un lead trader e un importo fisso o un rapporto. Le sue nuove posizioni sono copiate agli stessi prezzi che ottengono gli altri. La pagina mostra quanto hanno guadagnato davvero i follower, la perdita massima e il numero di giorni. I risultati passati non dicono nulla di certo sul futuro.',
    ],
    savings: [
      'Posso chiudere un deposito in anticipo?',
      'Un deposito vincolato può essere riscattato in anticipo con una penale mostrata prima della conferma, insieme a quanto ricevi. Alla scadenza capitale e interessi sono pagati automaticamente.',
    ],
    dual: [
      'Che cos’è l’investimento duale?',
      'Guadagni un rendimento fisso e sei pagato in una di due valute, secondo il prezzo del giorno di regolamento. I due esiti sono mostrati in denaro prima della conferma. Non è un deposito: puoi essere pagato nella valuta che ha perso valore.',
    ],
    ieo: [
      'Come sono ripartiti i token di una vendita di nuovi token?',
      'Con la sottoscrizione ogni cliente riceve la stessa quota di quanto ha chiesto, arrotondata per difetto a token interi; quelli avanzati vanno ai resti maggiori. Il resto del denaro torna subito. Chiunque può ricalcolare la ripartizione dall’elenco pubblicato.',
    ],
    loan: [
      'Quanto costa un prestito?',
      'Le prime 24 ore sono gratuite. Poi si pagano interessi per ogni giorno iniziato, al tasso giornaliero indicato nel contratto. Il totale da rimborsare e la scadenza sono mostrati prima della richiesta. I prestiti richiedono la verifica avanzata.',
    ],
    check: [
      'Come controllo che il mio saldo ci sia davvero?',
      'Apri [Verifica il mio saldo](pages/verify/balance). La piattaforma pubblica la somma di quanto deve a tutti i clienti, e il tuo browser controlla che il tuo saldo ne faccia parte.',
    ],
    operators: [
      'Che cosa possono fare gli operatori della piattaforma?',
      '[L’elenco di tutti i poteri](pages/setting/powers) è generato dal programma stesso. Nessun operatore può fissare un prezzo o un risultato. Ciò che muove denaro o cambia condizioni richiede due persone diverse.',
    ],
    stolen: [
      'Qualcun altro è entrato nel mio account. Che cosa faccio?',
      'Congela l’account in [Sicurezza](pages/setting/security): così il denaro non si muove. Chiudi tutte le sessioni, cambia la password e scrivi all’[assistenza](pages/kefu/index). Non chiediamo mai la password, un codice o la frase di recupero di un wallet.',
    ],
  },
  pages: {
    about: [
      'Informazioni su Plumb',
      `Plumb è un exchange che il cliente può controllare. Ogni prezzo è registrato e ogni centesimo è giustificato.

# Che cosa significa

- I prezzi sono scritti in un registro firmato prima che decidano qualcosa.
- Ogni movimento di denaro è una registrazione di un libro mastro, con la sua contropartita. Il tuo [estratto conto](pages/setting/bill) mostra tutte le tue.
- Ciò che un operatore può fare è [pubblicato per intero](pages/setting/powers). Nessun operatore può fissare un prezzo o un risultato.
- Ciò che è stato deciso per te ha una ricevuta che il tuo browser può [verificare](pages/verify/tape).

# Chi sta dall’altra parte

Gli ordini spot incontrano quelli di altri clienti in un book. Per i contratti e le opzioni a secondi la controparte è la piattaforma, con fondi riservati allo scopo. Nei contratti 1 USD vale 1 USDT per definizione.

# Limiti

In una dimostrazione i prezzi possono venire da una sola fonte e i saldi sono denaro virtuale. Gli NFT e i risultati dei giochi sono registrazioni di questa piattaforma, non di una catena pubblica. Il registro dei prezzi non ha ancora testimoni esterni.`,
    ],
    contact: [
      'Contattaci',
      `# Assistenza

Scrivici nella [chat di assistenza](pages/kefu/index), oppure guarda prima le [domande frequenti](pages/common/faq).

# Che cosa non facciamo mai

- Non chiediamo mai la password, la password di pagamento, un codice di 6 cifre o la frase di recupero di un wallet.
- Non telefoniamo mai per farti inviare denaro «a un conto sicuro».
- Le nostre email contengono la frase che hai scelto in [Sicurezza](pages/setting/security). Un’email senza questa frase non è nostra.

# Segnalare un problema di sicurezza

Descrivilo nella chat di assistenza e comincia con la parola **Security**. Dacci il tempo di risolverlo prima di pubblicarlo.

Questa è una dimostrazione: non risponde alcuna società e non si muove denaro reale.`,
    ],
    compliance: [
      'Operatività e conformità',
      `# Chi può usare che cosa

I servizi si aprono con il livello di verifica: senza, con quella base e con quella avanzata. I clienti devono avere almeno 18 anni. Alcuni prodotti non sono offerti in tutti i Paesi.

# Controlli

- Ogni persona ha un account; un numero di documento appartiene a un solo account.
- I depositi devono venire dal cliente e i prelievi devono andare al cliente. Un pagamento con un altro nome è restituito.
- Gli indirizzi presenti in elenchi di sanzioni sono rifiutati.
- I documenti sono conservati cifrati. Li vede solo chi esamina il caso, e ogni consultazione è registrata.

# Il denaro dei clienti

Il denaro dei clienti e quello della piattaforma stanno in conti separati del libro mastro. La piattaforma pubblica regolarmente la somma di quanto deve, e [ogni cliente può controllare](pages/verify/balance) che il suo saldo ne faccia parte.

# Decisioni

Due persone diverse decidono tutto ciò che muove denaro, cambia condizioni o pubblica un testo come questo. Ogni decisione è registrata.

# Rischio

I prezzi delle criptovalute possono cambiare rapidamente. Con contratti e opzioni a secondi si può perdere tutto l’importo investito. Non usare denaro che ti serve. Puoi darti dei limiti o autoescluderti.

# Reclami

Scrivi all’[assistenza](pages/kefu/index). Se non sei d’accordo con la risposta, chiedi il riesame di una seconda persona.

Questa è una dimostrazione. Non è un servizio finanziario autorizzato.`,
    ],
  },
  settings: {
    deposit_notice: [
      'Depositi',
      'Invia solo la moneta mostrata, sulla rete mostrata. I depositi sotto il minimo non sono accreditati. Gli altri sono accreditati dopo le conferme indicate.',
    ],
    withdraw_notice: [
      'Prelievi',
      'Confronta l’intero indirizzo prima di confermare: una transazione non si può annullare. La commissione è detratta dall’importo. Nessuno dell’assistenza ti chiede di prelevare.',
    ],
    wire_guide: [
      'Bonifico',
      'Paga da un conto intestato a te e scrivi il tuo riferimento come causale. Un bonifico con un altro nome non è accreditato finché non è chiaro che è tuo, e può essere restituito.',
    ],
    loan_rule: [
      'Prestiti',
      'Le prime 24 ore sono gratuite; poi ogni giorno iniziato costa il tasso giornaliero del tuo contratto, e quello di mora dopo la scadenza. Si può prelevare solo ciò che supera il debito.',
    ],
    risk_notice: [
      'Rischio',
      'I prezzi possono cambiare rapidamente e puoi perdere tutto ciò che investi. La leva moltiplica le perdite. I risultati passati non sono una promessa.',
    ],
  },
  news: {
    check: [
      'Controlla tu stesso il tuo saldo',
      'Ora il tuo browser può controllare che il tuo saldo faccia parte di quanto la piattaforma dichiara di dovere a tutti i clienti. Bastano pochi secondi.\n\n[Controlla ora](pages/verify/balance)',
    ],
    fees: [
      'Ogni commissione ha la sua riga',
      'Ogni commissione ha ora una riga propria nell’[estratto conto](pages/setting/bill), accanto all’operazione a cui appartiene. Nessuna commissione fa parte di un prezzo.\n\n- Filtra l’estratto conto per tipo per vedere solo le commissioni.\n- Salvalo come file CSV.',
    ],
    welcome: [
      'Ti diamo il benvenuto in Plumb',
      'Questa è una dimostrazione con denaro virtuale. Prova quello che vuoi: qui niente costa denaro.\n\n- Comincia dai [mercati](pages/market/market).\n- Leggi [come funziona](pages/common/aboutus).\n- Guarda le [domande frequenti](pages/common/faq).',
    ],
  },
}
