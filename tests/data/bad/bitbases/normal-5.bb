this is no bitbase
