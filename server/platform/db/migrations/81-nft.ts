import { type Kysely, sql } from 'kysely'

/** Which status may follow which; the same as the transitions in `products/nft`. */
const auctionSteps = [
  ...['open awaiting', 'open won', 'open unsold', 'open cancelled'],
  ...['awaiting won', 'awaiting cancelled'],
]

/**
 * Artworks: pictures and videos, artists, collections, artworks with their history, auctions with margins and bids, orders.
 * Where an owner or a seller is null it is the platform.
 *
 * What an artwork is never changes; who has it changes with a row of its history, and not otherwise. Bids and history are
 * only added to. Of an auction and an order the terms stay, and the status goes forward.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // When a freeze was lifted counts for what is to be paid: those of one customer are found among all.
  await sql`CREATE INDEX account_freeze_customer ON account_freeze (customer_id, id)`.execute(db)

  await sql`
    CREATE TABLE nft_media (
      -- The SHA-256 of what is kept: the same content is one row and one file.
      id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{64}$'),
      kind text NOT NULL CHECK (kind IN ('picture', 'video')),
      type text NOT NULL CHECK (type IN ('image/jpeg', 'image/png', 'video/mp4', 'video/webm')),
      bytes bigint NOT NULL CHECK (bytes > 0),
      width integer,
      height integer,
      operator_id bigint NOT NULL,
      uploaded_at timestamptz NOT NULL,
      -- When two operators approved what it belongs to: a draft before.
      published_at timestamptz,
      -- Taken down: nobody gets it.
      hidden_at timestamptz,
      CONSTRAINT nft_media_kind CHECK ((kind = 'picture') = (type IN ('image/jpeg', 'image/png'))),
      CONSTRAINT nft_media_size CHECK ((kind = 'picture') = (width IS NOT NULL) AND (width IS NULL) = (height IS NULL))
    )`.execute(db)
  await sql`CREATE INDEX nft_media_draft ON nft_media (uploaded_at) WHERE published_at IS NULL`.execute(db)

  await sql`
    CREATE TABLE nft_artist (
      id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
      name text NOT NULL,
      bio text NOT NULL,
      portrait text REFERENCES nft_media,
      -- The artist's own account; none of an artist whose works the platform alone sells.
      customer_id bigint,
      status text NOT NULL CHECK (status IN ('active', 'stopped')),
      created_at timestamptz NOT NULL,
      updated_at timestamptz NOT NULL
    )`.execute(db)
  await sql`CREATE UNIQUE INDEX nft_artist_customer ON nft_artist (customer_id) WHERE customer_id IS NOT NULL`.execute(
    db,
  )
  await sql`CREATE INDEX nft_artist_portrait ON nft_artist (portrait) WHERE portrait IS NOT NULL`.execute(db)
  await sql`CREATE INDEX nft_artist_name ON nft_artist (lower(name) text_pattern_ops)`.execute(db)

  await sql`
    CREATE TABLE nft_collection (
      id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
      artist_id bigint NOT NULL REFERENCES nft_artist,
      name text NOT NULL,
      description text NOT NULL,
      cover text REFERENCES nft_media,
      created_at timestamptz NOT NULL,
      updated_at timestamptz NOT NULL
    )`.execute(db)
  await sql`CREATE INDEX nft_collection_artist ON nft_collection (artist_id, id DESC)`.execute(db)
  await sql`CREATE INDEX nft_collection_cover ON nft_collection (cover) WHERE cover IS NOT NULL`.execute(db)

  await sql`
    CREATE TABLE nft_artwork (
      id bigint PRIMARY KEY,
      code text NOT NULL CONSTRAINT nft_artwork_code UNIQUE,
      -- What the codes of one run begin with, its number in it, and how many there are.
      run text NOT NULL,
      edition integer NOT NULL CHECK (edition BETWEEN 1 AND editions),
      editions integer NOT NULL CHECK (editions BETWEEN 1 AND 100),
      artist_id bigint NOT NULL REFERENCES nft_artist,
      collection_id bigint REFERENCES nft_collection,
      title text NOT NULL,
      description text NOT NULL,
      media_id text NOT NULL REFERENCES nft_media,
      media_kind text NOT NULL CHECK (media_kind IN ('picture', 'video')),
      poster_id text REFERENCES nft_media,
      royalty_bps integer NOT NULL CHECK (royalty_bps BETWEEN 0 AND 1000),
      -- The platform where it is null.
      owner_id bigint,
      owned_since timestamptz NOT NULL,
      -- The row of its history by which the owner got it.
      history_id bigint NOT NULL,
      -- Whether it was ever sold: the first price of platform and artist does not change while it is offered.
      is_sold boolean NOT NULL DEFAULT false,
      offer text NOT NULL DEFAULT 'none' CHECK (offer IN ('none', 'fixed', 'auction')),
      price bigint CHECK (price > 0),
      opens_at timestamptz,
      ends_at timestamptz,
      -- Since when nobody can buy or bid for it: an auction stands still until two operators open or cancel it.
      closed_at timestamptz,
      is_open boolean NOT NULL GENERATED ALWAYS AS (closed_at IS NULL) STORED,
      -- The newest of its auctions.
      auction_id bigint,
      -- Lies in a blind box: it is not offered by itself.
      is_boxed boolean NOT NULL DEFAULT false,
      favourites integer NOT NULL DEFAULT 0 CHECK (favourites >= 0),
      search tsvector NOT NULL GENERATED ALWAYS AS (to_tsvector('simple', title || ' ' || replace(code, '-', ' '))) STORED,
      created_at timestamptz NOT NULL,
      proposal bigint,
      CONSTRAINT nft_artwork_video_has_poster CHECK ((media_kind = 'video') = (poster_id IS NOT NULL)),
      CONSTRAINT nft_artwork_offered CHECK (
        (offer = 'none') = (price IS NULL) AND (offer = 'none') = (opens_at IS NULL)
        AND (offer <> 'none' OR ends_at IS NULL) AND (ends_at IS NULL OR ends_at > opens_at)),
      CONSTRAINT nft_artwork_auctioned CHECK (offer <> 'auction' OR (auction_id IS NOT NULL AND ends_at IS NOT NULL)),
      CONSTRAINT nft_artwork_boxed CHECK (NOT is_boxed OR (offer = 'none' AND owner_id IS NULL))
    ) WITH (fillfactor = 80)`.execute(db)
  await sql`CREATE INDEX nft_artwork_run ON nft_artwork (run, edition)`.execute(db)
  await sql`CREATE INDEX nft_artwork_artist ON nft_artwork (artist_id, id DESC)`.execute(db)
  await sql`CREATE INDEX nft_artwork_collection ON nft_artwork (collection_id, id DESC) WHERE collection_id IS NOT NULL`.execute(
    db,
  )
  await sql`CREATE INDEX nft_artwork_owner ON nft_artwork (owner_id, history_id DESC)`.execute(db)
  await sql`CREATE INDEX nft_artwork_offer ON nft_artwork (offer, id DESC)`.execute(db)
  await sql`CREATE INDEX nft_artwork_kind ON nft_artwork (media_kind, id DESC)`.execute(db)
  await sql`CREATE INDEX nft_artwork_media ON nft_artwork (media_id)`.execute(db)
  await sql`CREATE INDEX nft_artwork_poster ON nft_artwork (poster_id) WHERE poster_id IS NOT NULL`.execute(
    db,
  )
  await sql`CREATE INDEX nft_artwork_auction ON nft_artwork (auction_id) WHERE auction_id IS NOT NULL`.execute(
    db,
  )
  await sql`CREATE INDEX nft_artwork_floor ON nft_artwork (collection_id, price) WHERE offer = 'fixed'`.execute(
    db,
  )
  await sql`CREATE INDEX nft_artwork_search ON nft_artwork USING gin (search)`.execute(db)

  await sql`
    CREATE TABLE nft_auction (
      id bigint PRIMARY KEY,
      artwork_id bigint NOT NULL REFERENCES nft_artwork,
      seller_id bigint,
      start_price bigint NOT NULL CHECK (start_price > 0),
      margin bigint NOT NULL CHECK (margin > 0),
      step bigint NOT NULL CHECK (step > 0),
      opens_at timestamptz NOT NULL,
      planned_end timestamptz NOT NULL CHECK (planned_end > opens_at),
      -- As late bids moved it.
      ends_at timestamptz NOT NULL CHECK (ends_at >= planned_end AND ends_at <= planned_end + interval '24 hours'),
      status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'awaiting', 'won', 'unsold', 'cancelled')),
      highest bigint CHECK (highest >= start_price),
      leader_id bigint,
      bids integer NOT NULL DEFAULT 0 CHECK (bids >= 0),
      bidders integer NOT NULL DEFAULT 0 CHECK (bidders >= 0),
      -- How long a leader whose account is frozen is waited for.
      awaits_until timestamptz,
      cancelled text CHECK (cancelled IN ('seller', 'winner', 'operators')),
      over_at timestamptz,
      -- No margin is left in it but a winner's who may still pay.
      is_settled boolean NOT NULL DEFAULT false,
      rules_version integer NOT NULL,
      created_at timestamptz NOT NULL,
      CONSTRAINT nft_auction_leads CHECK ((highest IS NULL) = (leader_id IS NULL) AND (highest IS NULL) = (bids = 0)),
      CONSTRAINT nft_auction_seller_never_leads CHECK (leader_id IS DISTINCT FROM seller_id OR leader_id IS NULL),
      CONSTRAINT nft_auction_over CHECK ((status IN ('won', 'unsold', 'cancelled')) = (over_at IS NOT NULL)),
      CONSTRAINT nft_auction_awaits CHECK (status <> 'awaiting' OR awaits_until IS NOT NULL),
      CONSTRAINT nft_auction_cancelled CHECK ((status = 'cancelled') = (cancelled IS NOT NULL)),
      CONSTRAINT nft_auction_won CHECK (status NOT IN ('won', 'awaiting') OR leader_id IS NOT NULL)
    ) WITH (fillfactor = 80)`.execute(db)
  await sql`CREATE INDEX nft_auction_artwork ON nft_auction (artwork_id, id DESC)`.execute(db)
  // One at a time of an artwork.
  await sql`CREATE UNIQUE INDEX nft_auction_one ON nft_auction (artwork_id) WHERE status IN ('open', 'awaiting')`.execute(
    db,
  )
  await sql`CREATE INDEX nft_auction_seller ON nft_auction (seller_id, id DESC) WHERE seller_id IS NOT NULL`.execute(
    db,
  )
  await sql`CREATE INDEX nft_auction_leader ON nft_auction (leader_id, over_at) WHERE leader_id IS NOT NULL`.execute(
    db,
  )
  await sql`CREATE INDEX nft_auction_status ON nft_auction (status, id DESC)`.execute(db)
  await sql`CREATE INDEX nft_auction_due ON nft_auction (ends_at) WHERE status = 'open'`.execute(db)
  await sql`CREATE INDEX nft_auction_awaiting ON nft_auction (awaits_until) WHERE status = 'awaiting'`.execute(
    db,
  )
  await sql`CREATE INDEX nft_auction_unsettled ON nft_auction (id) WHERE NOT is_settled AND status <> 'open'`.execute(
    db,
  )
  await sql`ALTER TABLE nft_artwork ADD FOREIGN KEY (auction_id) REFERENCES nft_auction`.execute(db)

  await sql`
    CREATE TABLE nft_margin (
      id bigint PRIMARY KEY,
      auction_id bigint NOT NULL REFERENCES nft_auction,
      customer_id bigint NOT NULL,
      -- The bidder's number in the auction, which everybody sees in the place of a name.
      number integer NOT NULL CHECK (number > 0),
      amount bigint NOT NULL CHECK (amount > 0),
      -- Their highest bid.
      bid bigint,
      status text NOT NULL DEFAULT 'held' CHECK (status IN ('held', 'returned', 'forfeited')),
      paid_at timestamptz NOT NULL,
      ended_at timestamptz,
      CONSTRAINT nft_margin_once UNIQUE (auction_id, customer_id),
      CONSTRAINT nft_margin_numbered UNIQUE (auction_id, number),
      CONSTRAINT nft_margin_ended CHECK ((status = 'held') = (ended_at IS NULL))
    ) WITH (fillfactor = 80)`.execute(db)
  await sql`CREATE INDEX nft_margin_customer ON nft_margin (customer_id, id DESC)`.execute(db)
  await sql`CREATE INDEX nft_margin_held ON nft_margin (auction_id, id) WHERE status = 'held'`.execute(db)
  await sql`CREATE INDEX nft_margin_held_customer ON nft_margin (customer_id) WHERE status = 'held'`.execute(
    db,
  )

  await sql`
    CREATE TABLE nft_bid (
      id bigint PRIMARY KEY,
      auction_id bigint NOT NULL REFERENCES nft_auction,
      artwork_id bigint NOT NULL REFERENCES nft_artwork,
      customer_id bigint NOT NULL,
      number integer NOT NULL,
      price bigint NOT NULL CHECK (price > 0),
      -- The end after it.
      ends_at timestamptz NOT NULL,
      at timestamptz NOT NULL,
      FOREIGN KEY (auction_id, customer_id) REFERENCES nft_margin (auction_id, customer_id),
      CONSTRAINT nft_bid_higher UNIQUE (auction_id, price)
    )`.execute(db)
  await sql`CREATE INDEX nft_bid_artwork ON nft_bid (artwork_id, id DESC)`.execute(db)
  await sql`CREATE INDEX nft_bid_auction ON nft_bid (auction_id, id DESC)`.execute(db)
  await sql`CREATE INDEX nft_bid_bidder ON nft_bid (auction_id, customer_id)`.execute(db)
  await sql`CREATE INDEX nft_bid_customer ON nft_bid (customer_id, id DESC)`.execute(db)

  await sql`
    CREATE TABLE nft_order (
      id bigint PRIMARY KEY,
      artwork_id bigint NOT NULL REFERENCES nft_artwork,
      auction_id bigint CONSTRAINT nft_order_of_auction UNIQUE REFERENCES nft_auction,
      margin_id bigint CONSTRAINT nft_order_of_margin UNIQUE REFERENCES nft_margin,
      kind text NOT NULL CHECK (kind IN ('fixed', 'auction')),
      buyer_id bigint NOT NULL,
      seller_id bigint,
      -- Who gets the royalty; null where there is none.
      royalty_to bigint,
      price bigint NOT NULL CHECK (price > 0),
      fee bigint NOT NULL CHECK (fee >= 0),
      royalty bigint NOT NULL CHECK (royalty >= 0),
      -- What of the price lies in the margin.
      margin bigint NOT NULL CHECK (margin BETWEEN 0 AND price),
      status text NOT NULL CHECK (status IN ('unpaid', 'paid', 'forfeited', 'cancelled')),
      placed_at timestamptz NOT NULL,
      pay_by timestamptz CHECK (pay_by > placed_at),
      ended_at timestamptz,
      cancelled text CHECK (cancelled IN ('seller', 'winner', 'operators')),
      read_at timestamptz,
      rules_version integer NOT NULL,
      CONSTRAINT nft_order_two_sides CHECK (seller_id IS NULL OR buyer_id <> seller_id),
      CONSTRAINT nft_order_shares CHECK (fee + royalty <= price AND (royalty = 0 OR royalty_to IS NOT NULL)),
      CONSTRAINT nft_order_no_royalty_to_seller CHECK (royalty = 0 OR royalty_to IS DISTINCT FROM seller_id),
      CONSTRAINT nft_order_kind CHECK (
        (kind = 'auction') = (auction_id IS NOT NULL) AND (kind = 'auction') = (pay_by IS NOT NULL)
        AND (kind = 'auction') = (margin_id IS NOT NULL) AND (kind = 'auction' OR (margin = 0 AND status = 'paid'))),
      CONSTRAINT nft_order_ended CHECK ((status = 'unpaid') = (ended_at IS NULL)),
      CONSTRAINT nft_order_cancelled CHECK ((status = 'cancelled') = (cancelled IS NOT NULL))
    ) WITH (fillfactor = 80)`.execute(db)
  await sql`CREATE INDEX nft_order_buyer ON nft_order (buyer_id, id DESC)`.execute(db)
  await sql`CREATE INDEX nft_order_seller ON nft_order (seller_id, id DESC) WHERE seller_id IS NOT NULL`.execute(
    db,
  )
  await sql`CREATE INDEX nft_order_royalty ON nft_order (royalty_to, id DESC) WHERE royalty_to IS NOT NULL`.execute(
    db,
  )
  await sql`CREATE INDEX nft_order_artwork ON nft_order (artwork_id, id DESC)`.execute(db)
  await sql`CREATE UNIQUE INDEX nft_order_one ON nft_order (artwork_id) WHERE status = 'unpaid'`.execute(db)
  await sql`CREATE INDEX nft_order_unpaid ON nft_order (buyer_id, id DESC) WHERE status = 'unpaid'`.execute(
    db,
  )
  await sql`CREATE INDEX nft_order_due ON nft_order (pay_by) WHERE status = 'unpaid'`.execute(db)
  await sql`CREATE INDEX nft_order_placed ON nft_order (placed_at)`.execute(db)

  await sql`
    CREATE TABLE nft_history (
      id bigint PRIMARY KEY,
      artwork_id bigint NOT NULL,
      kind text NOT NULL CHECK (kind IN ('created', 'sale', 'auction', 'box')),
      from_id bigint,
      to_id bigint,
      price bigint CHECK (price > 0),
      -- An order gives an artwork to its buyer once.
      order_id bigint CONSTRAINT nft_history_once UNIQUE REFERENCES nft_order,
      at timestamptz NOT NULL,
      CONSTRAINT nft_history_of_order CHECK ((kind IN ('sale', 'auction')) = (order_id IS NOT NULL))
    )`.execute(db)
  await sql`CREATE INDEX nft_history_artwork ON nft_history (artwork_id, id DESC)`.execute(db)
  await sql`
    ALTER TABLE nft_artwork ADD CONSTRAINT nft_artwork_history FOREIGN KEY (history_id) REFERENCES nft_history`.execute(
    db,
  )
  // One row of the history is of one artwork: and of each at most one is how it was made.
  await sql`CREATE UNIQUE INDEX nft_history_created ON nft_history (artwork_id) WHERE kind = 'created'`.execute(
    db,
  )
  await sql`CREATE UNIQUE INDEX nft_artwork_of_history ON nft_artwork (history_id)`.execute(db)

  await sql`
    CREATE TABLE nft_favourite (
      customer_id bigint NOT NULL,
      artwork_id bigint NOT NULL REFERENCES nft_artwork,
      id bigint NOT NULL,
      PRIMARY KEY (customer_id, artwork_id)
    )`.execute(db)
  await sql`CREATE INDEX nft_favourite_list ON nft_favourite (customer_id, id DESC)`.execute(db)
  await sql`CREATE INDEX nft_favourite_artwork ON nft_favourite (artwork_id)`.execute(db)

  await sql`
    CREATE FUNCTION nft_artwork_changes_hands() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      change record;
    BEGIN
      IF TG_OP = 'UPDATE' AND NEW.owner_id IS NOT DISTINCT FROM OLD.owner_id AND NEW.history_id = OLD.history_id
        AND NEW.owned_since = OLD.owned_since THEN
        RETURN NEW;
      END IF;
      SELECT * INTO change FROM nft_history WHERE id = NEW.history_id;
      IF change.artwork_id IS DISTINCT FROM NEW.id OR change.to_id IS DISTINCT FROM NEW.owner_id
        OR change.at IS DISTINCT FROM NEW.owned_since
        OR (TG_OP = 'UPDATE' AND (change.from_id IS DISTINCT FROM OLD.owner_id OR NEW.history_id <= OLD.history_id)) THEN
        RAISE EXCEPTION 'artwork % changes hands as its history says', NEW.id
          USING ERRCODE = 'integrity_constraint_violation';
      END IF;
      RETURN NEW;
    END $$`.execute(db)
  await sql`
    CREATE TRIGGER nft_artwork_changes_hands BEFORE INSERT OR UPDATE ON nft_artwork FOR EACH ROW
      EXECUTE FUNCTION nft_artwork_changes_hands()`.execute(db)
  await sql`
    CREATE FUNCTION nft_auction_goes_forward() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF OLD.status <> NEW.status AND NOT (OLD.status || ' ' || NEW.status) = ANY (TG_ARGV) THEN
        RAISE EXCEPTION 'auction % does not go from % to %', OLD.id, OLD.status, NEW.status
          USING ERRCODE = 'integrity_constraint_violation';
      END IF;
      IF (OLD.status <> 'open' AND (OLD.highest, OLD.leader_id, OLD.bids, OLD.ends_at)
          IS DISTINCT FROM (NEW.highest, NEW.leader_id, NEW.bids, NEW.ends_at))
        OR NEW.ends_at < OLD.ends_at OR NEW.planned_end < OLD.planned_end OR NEW.bids < OLD.bids OR NEW.highest < OLD.highest
        OR (OLD.highest IS NOT NULL AND NEW.highest IS NULL) THEN
        RAISE EXCEPTION 'auction % is over, or has a higher bid', OLD.id USING ERRCODE = 'integrity_constraint_violation';
      END IF;
      RETURN NEW;
    END $$`.execute(db)
  await sql`
    CREATE TRIGGER nft_auction_goes_forward BEFORE UPDATE ON nft_auction FOR EACH ROW
      EXECUTE FUNCTION nft_auction_goes_forward(${sql.join(auctionSteps.map((one) => sql.lit(one)))})`.execute(
    db,
  )
  await sql`
    CREATE FUNCTION nft_ends_once() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF OLD.ended_at IS NOT NULL AND (OLD.status, OLD.ended_at) IS DISTINCT FROM (NEW.status, NEW.ended_at) THEN
        RAISE EXCEPTION '% % ended', TG_TABLE_NAME, OLD.id USING ERRCODE = 'integrity_constraint_violation';
      END IF;
      RETURN NEW;
    END $$`.execute(db)
  for (const table of ['nft_order', 'nft_margin'])
    await sql`
      CREATE TRIGGER nft_ends_once BEFORE UPDATE ON ${sql.table(table)} FOR EACH ROW
        EXECUTE FUNCTION nft_ends_once()`.execute(db)

  await sql`GRANT SELECT, INSERT, DELETE ON nft_favourite TO plumb_app`.execute(db)
  await sql`GRANT SELECT, INSERT ON nft_bid, nft_history TO plumb_app`.execute(db)
  // A draft that nothing was made of is removed.
  await sql`GRANT SELECT, INSERT, DELETE, UPDATE (published_at, hidden_at) ON nft_media TO plumb_app`.execute(
    db,
  )
  await sql`
    GRANT SELECT, INSERT, UPDATE (name, bio, portrait, customer_id, status, updated_at) ON nft_artist TO plumb_app`.execute(
    db,
  )
  await sql`
    GRANT SELECT, INSERT, UPDATE (name, description, cover, updated_at) ON nft_collection TO plumb_app`.execute(
    db,
  )
  await sql`
    GRANT SELECT, INSERT, UPDATE (owner_id, owned_since, history_id, is_sold, offer, price, opens_at, ends_at, closed_at,
      auction_id, is_boxed, favourites) ON nft_artwork TO plumb_app`.execute(db)
  await sql`
    GRANT SELECT, INSERT, UPDATE (planned_end, ends_at, status, highest, leader_id, bids, bidders, awaits_until, cancelled, over_at,
      is_settled) ON nft_auction TO plumb_app`.execute(db)
  await sql`GRANT SELECT, INSERT, UPDATE (bid, status, ended_at) ON nft_margin TO plumb_app`.execute(db)
  await sql`
    GRANT SELECT, INSERT, UPDATE (status, ended_at, cancelled, read_at) ON nft_order TO plumb_app`.execute(db)
}
