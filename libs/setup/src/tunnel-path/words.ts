/** Plain words without a meaning on the web. No rule of a block list contains one of them. */
export const FIRST_WORDS =
  `amber autumn birch bright broad calm cedar clear cloudy cool copper coral cosy crisp dusty early
  eastern fair fern frosty gentle golden grassy green hazel hilly ivory leafy light linen little maple mellow mild misty mossy
  northern oaken olive open pale pearly pine plain quiet rainy round sandy shady silver smooth snowy soft southern spring still
  summer sunny tall velvet warm western wide windy winter`.split(/\s+/);
export const SECOND_WORDS =
  `acorn apple arch barn basin bay bench berry bluff bough boulder bridge brook canyon cliff cloud
  clover coast cove creek crest dale delta dune elm field fjord forest garden glade glen gorge grove harbor heath hedge hill
  island lagoon lake lane ledge marsh meadow mill moor orchard otter pasture pebble pond prairie ravine reef ridge river shore
  slope sparrow spruce thicket valley willow`.split(/\s+/);
