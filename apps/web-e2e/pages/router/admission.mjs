import './links.mjs';
