-- Names of common goods that mean the same in British, American and Indian English. Each shop begins with these groups of
-- synonyms, and staff change and delete them like their own. A later language adds rows.

create function starter_synonyms() returns table (words text[]) language sql immutable parallel safe
begin atomic
  select string_to_array(line, ', ') from unnest(array[
    'sofa, couch, settee', 'cup, mug', 'bedsheet, bed sheet, bedlinen, bed linen', 'duvet, comforter', 'cushion, throw pillow',
    'curtain, drapes', 'wardrobe, almirah, closet', 'bedside table, nightstand', 'footstool, ottoman, pouffe', 'crib, cot',
    'lampshade, lamp shade', 'bookcase, book case, bookshelf', 'cutlery, flatware, silverware', 'crockery, dinnerware, tableware',
    'lunch box, lunchbox, tiffin', 'frying pan, skillet', 'jug, pitcher', 'washcloth, face cloth', 'dishcloth, dish towel, tea towel',
    'fridge, refrigerator', 'cooker, stove', 'hob, cooktop', 'microwave, microwave oven', 'vacuum cleaner, hoover',
    'air conditioner, ac', 'geyser, water heater', 'torch, flashlight', 'tap, faucet', 'bin, trash can, dustbin', 'spanner, wrench',
    'lawnmower, lawn mower', 'hosepipe, garden hose', 'barbecue, bbq, grill', 'television, tv',
    'mobile phone, cell phone, cellphone, smartphone', 'mobile cover, phone case', 'power bank, powerbank, portable charger',
    'pen drive, pendrive, usb stick, flash drive', 'earphones, earbuds', 'headphones, headset', 'laptop, notebook computer',
    'trousers, pants', 'jumper, sweater, pullover', 'sneakers, trainers, sports shoes', 'flip flops, slippers, thongs',
    'wellies, wellingtons, rubber boots, gumboots', 'raincoat, mackintosh', 'waistcoat, vest', 'braces, suspenders', 'tights, pantyhose',
    'dressing gown, bathrobe', 'pyjamas, pajamas, nightwear', 'swimsuit, swimming costume, bathing suit', 'dungarees, overalls',
    'handbag, purse', 'rucksack, backpack', 'spectacles, eyeglasses, specs', 'saree, sari', 'jewellery, jewelry', 'bangle, bracelet',
    'nappy, diaper', 'pram, pushchair, stroller, baby carriage', 'dummy, pacifier', 'soft toy, plush toy, stuffed animal',
    'jigsaw, puzzle', 'biscuit, cookie', 'sweets, candy', 'aubergine, eggplant, brinjal', 'coriander, cilantro', 'courgette, zucchini',
    'lady finger, okra', 'chickpeas, chana', 'sellotape, sticky tape, adhesive tape', 'eraser, rubber', 'plaster, band aid', 'hairdryer, hair dryer, blow dryer'
  ]) line;
end;

create function add_starter_synonyms() returns trigger language plpgsql as $$
begin
  insert into search_synonym (config_id, words) select new.config_id, words from starter_synonyms();
  return null;
end $$;
create trigger shop_add_starter_synonyms after insert on shop for each row execute function add_starter_synonyms();

-- A shop that has synonyms of its own for one of the words keeps these.
insert into search_synonym (config_id, words)
select s.config_id, t.words from shop s cross join starter_synonyms() t
where not exists (select from search_synonym o where o.config_id = s.config_id and o.keys && search_keys(t.words));
